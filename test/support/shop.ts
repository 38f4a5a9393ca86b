import type { IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { serve } from '../../src/runtime/http-server.ts'
import { HANG_MS } from './eventually.ts'

export interface ShopMessage {
  id: string
  type: string
  /** When it was told, ISO 8601: an older message can come after a newer one. */
  timestamp: string
  order: { id: string; status: string; amount: string; [field: string]: unknown }
  payment: { id: string; state: string; [field: string]: unknown }
  payments: { id: string; attempt: number; [field: string]: unknown }[]
  refunds: { kind: string; amount: string; origin: string; [field: string]: unknown }[]
  headers: IncomingHttpHeaders
}

/** A shop that is told by signed POSTs; it verifies each one before it believes it. */
export interface Shop {
  url: string
  /** What it says of its orders when it is asked, by their ids. */
  orders: Map<string, { status: string; [field: string]: unknown }>
  /** What was accepted, in the order of arrival; the same id may come more than once. */
  messages: ShopMessage[]
  /** The saved cards that it was told of. */
  savedCards: { id: string; [field: string]: unknown }[]
  /** How many requests came, accepted or not. */
  requests(): number
  /**
   * From now on: takes what it is told, refuses all of it (503), or takes it and is cut off before
   * it has answered.
   */
  behave(how: 'as-usual' | 'refuses' | 'takes-without-a-word'): void
  /** The next answers, instead of 204. */
  answerNext(statuses: readonly number[]): void
  /** Waits for the first message that fits; rejects after `timeoutMs`. */
  waitFor(fits: (message: ShopMessage) => boolean, timeoutMs?: number): Promise<ShopMessage>
  close(): Promise<void>
}

export const startShop = async (notifySecret: string, port = 0): Promise<Shop> => {
  const verifier = new Webhook(notifySecret)
  const messages: ShopMessage[] = []
  const savedCards: Shop['savedCards'] = []
  const orders: Shop['orders'] = new Map()
  const answers: number[] = []
  let requests = 0
  let behaviour: Parameters<Shop['behave']>[0] = 'as-usual'

  const server = await serve(
    async (request, response) => {
      requests++
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const planned = answers.shift() ?? (behaviour === 'refuses' ? 503 : undefined)
      if (planned) return void response.writeHead(planned).end()
      const headers = request.headers as Record<string, string>
      const { type, timestamp, data } = verifier.verify(
        Buffer.concat(chunks).toString(),
        headers,
      ) as {
        type: string
        timestamp: string
        data: Pick<ShopMessage, 'order' | 'payment' | 'payments' | 'refunds'> & {
          payment_method: Shop['savedCards'][0]
          order_ids: string[]
        }
      }
      if (type === 'orders.requested') {
        const known = data.order_ids.flatMap((id) => {
          const order = orders.get(id)
          return order ? [{ id, ...order }] : []
        })
        return void response.end(JSON.stringify({ orders: known }))
      }
      if (type === 'payment_method.saved') savedCards.push(data.payment_method)
      else
        messages.push({
          id: headers['webhook-id'] ?? '',
          type,
          timestamp,
          ...data,
          headers: request.headers,
        })
      if (behaviour === 'takes-without-a-word') return void request.socket.destroy()
      response.writeHead(204).end()
    },
    { host: '127.0.0.1', port },
  )

  return {
    url: `http://127.0.0.1:${server.port}/puente`,
    messages,
    orders,
    savedCards,
    requests: () => requests,
    behave: (how) => {
      behaviour = how
    },
    answerNext: (statuses) => answers.push(...statuses),
    waitFor: async (fits, timeoutMs = HANG_MS) => {
      const giveUpAt = Date.now() + timeoutMs
      for (;;) {
        const found = messages.find(fits)
        if (found) return found
        if (Date.now() > giveUpAt) {
          const seen = messages.map(({ type, order }) => `${type} ${order.id}`).join(', ')
          throw new Error(
            `The shop was not told within ${timeoutMs} ms. It was told: ${seen || 'nothing'}`,
          )
        }
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    },
    close: () => server.close(),
  }
}

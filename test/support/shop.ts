import type { IncomingHttpHeaders } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { serve } from '../../src/runtime/http/http-server.ts'
import { HANG_MS } from './eventually.ts'

export interface StoreNotification {
  id: string
  type: string
  /** ISO 8601; delivery may be out of order. */
  timestamp: string
  order: { id: string; status: string; amount: string; [field: string]: unknown }
  payment: { id: string; state: string; [field: string]: unknown }
  payments: { id: string; attempt: number; [field: string]: unknown }[]
  refunds: { kind: string; amount: string; origin: string; [field: string]: unknown }[]
  headers: IncomingHttpHeaders
}

export interface Shop {
  url: string
  /** Response to `orders.requested`. */
  orders: Map<string, { status: string; [field: string]: unknown }>
  /** Accepted notifications in order of arrival; a retry repeats the id. */
  messages: StoreNotification[]
  savedCards: { id: string; [field: string]: unknown }[]
  requests(): number
  setMode(how: 'as-usual' | 'refuses' | 'accepts-without-answer'): void
  answerNext(statuses: readonly number[]): void
  /** Rejects after `timeoutMs`. */
  waitFor(
    fits: (message: StoreNotification) => boolean,
    timeoutMs?: number,
  ): Promise<StoreNotification>
  close(): Promise<void>
}

export const startShop = async (notifySecret: string, port = 0): Promise<Shop> => {
  const verifier = new Webhook(notifySecret)
  const messages: StoreNotification[] = []
  const savedCards: Shop['savedCards'] = []
  const orders: Shop['orders'] = new Map()
  const answers: number[] = []
  let requests = 0
  let behaviour: Parameters<Shop['setMode']>[0] = 'as-usual'

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
        data: Pick<StoreNotification, 'order' | 'payment' | 'payments' | 'refunds'> & {
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
      if (behaviour === 'accepts-without-answer') return void request.socket.destroy()
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
    setMode: (how) => {
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

import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from '../../src/runtime/http/http-server.ts'

export interface Shop {
  url: string
  /** Count of distinct notifications. */
  notified(): number
  /** Count of notifications that came again. */
  repeated(): number
  /** `performance.now()` of the first notification. Rejects after 30 seconds. */
  notifiedAt(orderId: string): Promise<number>
  /** Databases filled alike send equal notifications. */
  forget(): void
  close(): Promise<void>
}

const PATIENCE_MS = 30_000
const LOOK_MS = 5

export const startShop = async (): Promise<Shop> => {
  const known = new Set<string | number>()
  let repeated = 0
  const times = new Map<string, number>()
  const server = await serve(
    (request, response) => {
      const { 'webhook-id': id } = request.headers
      const chunks: Buffer[] = []
      request.on('data', (chunk) => chunks.push(chunk))
      request.on('end', () => {
        const { data } = JSON.parse(Buffer.concat(chunks).toString())
        if (!times.has(data.order.id)) times.set(data.order.id, performance.now())
        if (typeof id === 'string' && known.has(id)) repeated++
        known.add(typeof id === 'string' ? id : known.size)
        response.writeHead(204).end()
      })
    },
    { host: '127.0.0.1', port: 0 },
  )
  return {
    url: `http://127.0.0.1:${server.port}/`,
    notified: () => known.size,
    repeated: () => repeated,
    notifiedAt: async (orderId) => {
      for (const stopAt = performance.now() + PATIENCE_MS; performance.now() < stopAt; ) {
        const at = times.get(orderId)
        if (at !== undefined) return at
        await sleep(LOOK_MS)
      }
      throw new Error(`The shop was not notified of order ${orderId}`)
    },
    forget: () => {
      known.clear()
      repeated = 0
      times.clear()
    },
    close: server.close,
  }
}

import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Json } from '../../support/world.ts'

export interface Received {
  headers: IncomingHttpHeaders
  raw: string
  event: Json
  at: number
}

/** A merchant's webhook receiver. */
export interface Receiver {
  url: string
  received: Received[]
  /** What it answers from now on: a status, or `hang` for no answer at all. */
  answerWith(answer: number | 'hang'): void
  /** Resolves with everything received once that are `count`; fails after five seconds. */
  waitFor(count: number): Promise<Received[]>
  /** Cuts every connection and listens on the same port again. */
  restart(): Promise<void>
  close(): Promise<void>
}

export const startReceiver = async (): Promise<Receiver> => {
  const received: Received[] = []
  let answer: number | 'hang' = 200
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8')
      received.push({ headers: request.headers, raw, event: JSON.parse(raw), at: Date.now() })
      if (answer !== 'hang') response.writeHead(answer).end()
    })
  })
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answerWith: (next) => {
      answer = next
    },
    waitFor: async (count) => {
      const deadline = Date.now() + 5_000
      while (received.length < count) {
        if (Date.now() > deadline) {
          throw new Error(`${received.length} of ${count} deliveries arrived`)
        }
        await sleep(5)
      }
      return received
    },
    restart: async () => {
      await close()
      await listen(port)
    },
    close,
  }
}

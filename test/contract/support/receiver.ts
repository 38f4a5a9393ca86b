import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { HANG_MS } from '../../support/eventually.ts'
import type { Json } from '../../support/world.ts'

export interface Received {
  headers: IncomingHttpHeaders
  raw: string
  event: Json
  at: number
  /** Milliseconds until the sender gave up; 0 if it did not. */
  cutAfterMs: number
}

export interface Receiver {
  url: string
  received: Received[]
  /** `hang` never responds. */
  answerWith(answer: number | 'hang'): void
  /** Resolves after `count` deliveries. */
  waitFor(count: number): Promise<Received[]>
  about(paymentId: number): Received[]
  /** Resolves after `count` matching deliveries. */
  waitUntil(isWanted: (event: Json) => boolean, count?: number): Promise<Received[]>
  /** Cuts all connections; keeps the port. */
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
      const delivery: Received = {
        headers: request.headers,
        raw,
        event: JSON.parse(raw),
        at: Date.now(),
        cutAfterMs: 0,
      }
      received.push(delivery)
      if (answer !== 'hang') response.writeHead(answer).end()
      else response.on('close', () => (delivery.cutAfterMs = Date.now() - delivery.at))
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

  const waitUntil: Receiver['waitUntil'] = async (isWanted, count = 1) => {
    const deadline = Date.now() + HANG_MS
    for (;;) {
      const fitting = received.filter(({ event }) => isWanted(event))
      if (fitting.length >= count) return fitting
      if (Date.now() > deadline) {
        throw new Error(`${fitting.length} of ${count} deliveries arrived`)
      }
      await sleep(5)
    }
  }

  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    answerWith: (next) => {
      answer = next
    },
    waitFor: (count) => waitUntil(() => true, count),
    about: (paymentId) => received.filter(({ event }) => event.data.id === paymentId),
    waitUntil,
    restart: async () => {
      await close()
      await listen(port)
    },
    close,
  }
}

export const verifies = ({ headers, raw }: Received, secret: string): boolean => {
  const [, t, v1] = /^t=(\d+),v1=([\da-f]{64})$/.exec(String(headers['service-signature'])) ?? []
  return v1 === createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex')
}

import { connect, type Socket } from 'node:net'
import { type Delivery, signedDelivery } from './signed-deliveries.ts'

export interface LoadResult {
  requestsPerSecond: number
  /** The ids of the events that were answered 200. */
  acknowledged: string[]
  refused: number
}

/**
 * Sends signed deliveries over kept-alive connections, one at a time on each, for `durationMs` or
 * until `maxRequests` are sent. Requests are written beforehand, so that the generator costs little.
 */
export const sendLoad = async (options: {
  port: number
  path: string
  secret: string
  connections: number
  durationMs: number
  maxRequests: number
}): Promise<LoadResult> => {
  const requests = Array.from({ length: options.maxRequests }, (_, index) =>
    rawRequest(
      options.path,
      signedDelivery(options.secret, { id: index + 1, reference: `${index}` }),
    ),
  )
  const acknowledged: string[] = []
  let refused = 0
  let next = 0
  const startedAt = performance.now()
  const stopAt = startedAt + options.durationMs

  const runConnection = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let eventId = ''
      const sendNext = () => {
        const request = performance.now() < stopAt ? requests[next++] : undefined
        if (!request) {
          socket.end()
          resolve()
          return
        }
        eventId = request.eventId
        socket.write(request.bytes)
      }
      // Answers are shorter than a packet on loopback, so each arrives whole.
      socket.on('data', (answer) => {
        if (answer.subarray(9, 12).toString('latin1') === '200') acknowledged.push(eventId)
        else refused++
        sendNext()
      })
      socket.on('error', reject)
      socket.on('connect', sendNext)
    })

  await Promise.all(
    Array.from({ length: options.connections }, () =>
      runConnection(connect({ port: options.port, host: '127.0.0.1', noDelay: true })),
    ),
  )
  const seconds = (performance.now() - startedAt) / 1000
  return { requestsPerSecond: acknowledged.length / seconds, acknowledged, refused }
}

const rawRequest = (path: string, { eventId, headers, body }: Delivery) => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = `content-length: ${Buffer.byteLength(body)}\r\n`
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}${length}\r\n`
  return { eventId, bytes: Buffer.from(head + body) }
}

import { connect, type Socket } from 'node:net'

/** A request as it goes over the wire, and what to know it by. */
export interface WrittenRequest {
  tag: string
  bytes: Buffer
}

export interface LoadResult {
  requestsPerSecond: number
  /** The tags of the requests that were answered as expected. */
  answered: string[]
  refused: number
}

/**
 * Sends requests over kept-alive connections, one at a time on each, for `durationMs` or until
 * there are none left. They are written beforehand, so that the generator costs little. Answers
 * have to be shorter than a packet on loopback, so that each arrives whole.
 */
export const sendLoad = async (options: {
  port: number
  connections: number
  durationMs: number
  requests: readonly WrittenRequest[]
  expectedStatus: number
}): Promise<LoadResult> => {
  const { requests, expectedStatus } = options
  const answered: string[] = []
  let refused = 0
  let next = 0
  const startedAt = performance.now()
  const stopAt = startedAt + options.durationMs

  const runConnection = (socket: Socket): Promise<void> =>
    new Promise((resolve, reject) => {
      let tag = ''
      const sendNext = () => {
        const request = performance.now() < stopAt ? requests[next++] : undefined
        if (!request) {
          socket.end()
          resolve()
          return
        }
        tag = request.tag
        socket.write(request.bytes)
      }
      socket.on('data', (answer) => {
        const status = answer.subarray(9, 12).toString('latin1')
        if (status === String(expectedStatus)) answered.push(tag)
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
  return { requestsPerSecond: answered.length / seconds, answered, refused }
}

export const writtenRequest = (options: {
  tag: string
  method: 'GET' | 'POST'
  path: string
  headers: Readonly<Record<string, string>>
  body?: string
}): WrittenRequest => {
  const { tag, method, path, body = '' } = options
  const lines = Object.entries(options.headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = method === 'POST' ? `content-length: ${Buffer.byteLength(body)}\r\n` : ''
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n${lines.join('')}${length}\r\n`
  return { tag, bytes: Buffer.from(head + body) }
}

import { connect, type Socket } from 'node:net'

export interface WrittenRequest {
  tag: string
  bytes: Buffer
}

export interface LoadResult {
  requestsPerSecond: number
  /** Tags of expected responses. */
  answered: string[]
  refused: number
}

/**
 * Sends prebuilt (hence cheap) requests over keep-alive connections, one in flight each, for
 * `durationMs` or until none remain.
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
      let received = Buffer.alloc(0)
      const sendNext = () => {
        const request = performance.now() < stopAt ? requests[next++] : undefined
        if (!request) {
          resolve()
          socket.end()
          return
        }
        tag = request.tag
        socket.write(request.bytes)
      }
      socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
        const status = statusOfWhole(received)
        if (status === undefined) return
        received = Buffer.alloc(0)
        if (status === expectedStatus) answered.push(tag)
        else refused++
        sendNext()
      })
      socket.on('error', reject)
      socket.on('close', () => reject(new Error('a connection was closed before its answer')))
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

const statusOfWhole = (received: Buffer): number | undefined => {
  const endOfHead = received.indexOf('\r\n\r\n')
  if (endOfHead < 0) return undefined
  const head = received.toString('latin1', 0, endOfHead)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isWhole = length
    ? received.length >= endOfHead + 4 + Number(length)
    : !/\r\ntransfer-encoding: chunked/i.test(head) || received.subarray(-5).equals(LAST_CHUNK)
  return isWhole ? Number(head.slice(9, 12)) : undefined
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')

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

import { openConnection } from './connections.ts'

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
  const { port, requests, expectedStatus } = options
  const answered: string[] = []
  let refused = 0
  let next = 0
  const startedAt = performance.now()
  const stopAt = startedAt + options.durationMs

  const runConnection = async (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let tag = ''
    const sendNext = () => {
      const request = performance.now() < stopAt ? requests[next++] : undefined
      if (!request) return resolve()
      tag = request.tag
      connection.send(request.bytes)
    }
    const connection = await openConnection(port, {
      answered: (status) => {
        if (status === expectedStatus) answered.push(tag)
        else refused++
        sendNext()
      },
      failed: reject,
    })
    sendNext()
    await promise.finally(connection.close)
  }

  await Promise.all(Array.from({ length: options.connections }, runConnection))
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

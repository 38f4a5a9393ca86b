import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StubRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

export type StubAnswer =
  | { status: number; headers?: Record<string, string>; body?: unknown }
  | 'reset'
  | 'silence'

/** Sends strings raw, other bodies as JSON. */
export interface GatewayStub {
  url: string
  requests: StubRequest[]
  answer(answer: StubAnswer | ((request: StubRequest) => StubAnswer)): void
  close(): Promise<void>
}

export const startGatewayStub = async (): Promise<GatewayStub> => {
  const requests: StubRequest[] = []
  let answerTo: (request: StubRequest) => StubAnswer = () => ({ status: 500 })

  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
    const request: StubRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    }
    requests.push(request)
    const answer = answerTo(request)
    if (answer === 'silence') return
    if (answer === 'reset') return void incoming.socket.resetAndDestroy()
    const { status, headers = {}, body = '' } = answer
    response.writeHead(status, headers)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answer: (answer) => {
      answerTo = typeof answer === 'function' ? answer : () => answer
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

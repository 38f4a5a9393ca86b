import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Way between a shop and Puente that loses requests and answers. */
export interface PuenteProxy {
  url: string
  /** Forwards matching requests (`POST /v1/…`), and cuts the connection instead of answering. */
  loseAnswers(fits: RegExp): void
  /** Cuts matching requests before Puente gets them. */
  loseRequests(fits: RegExp): void
  /** Forwards matching requests, and never answers. */
  holdAnswers(fits: RegExp): void
  /** Loses nothing any more. */
  mend(): void
  close(): Promise<void>
}

type Fault = 'lose-answer' | 'lose-request' | 'hold-answer'

export const startPuenteProxy = async (target: string): Promise<PuenteProxy> => {
  let faults: { fits: RegExp; fault: Fault }[] = []
  const server = createServer(async (incoming, outgoing) => {
    const body = await bodyOf(incoming)
    const name = `${incoming.method} ${incoming.url}`
    // What Puente did with a request is lost even if the proxy is mended meanwhile.
    const fault = faults.find(({ fits }) => fits.test(name))?.fault
    if (fault === 'lose-request') return void outgoing.destroy()
    const { hostname, port } = new URL(target)
    const { method, url: path, headers } = incoming
    request({ hostname, port, method, path, headers }, (answer) => {
      if (fault === 'lose-answer') outgoing.destroy()
      else if (fault === undefined) pass(answer, outgoing)
      if (fault !== undefined) answer.resume()
    })
      .on('error', () => outgoing.destroy())
      .end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const add = (fault: Fault) => (fits: RegExp) => void faults.push({ fits, fault })
  return {
    url: `http://127.0.0.1:${port}`,
    loseAnswers: add('lose-answer'),
    loseRequests: add('lose-request'),
    holdAnswers: add('hold-answer'),
    mend: () => {
      faults = []
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const bodyOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const pass = (answer: IncomingMessage, outgoing: ServerResponse): void => {
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
  answer.pipe(outgoing)
}

import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Balancer {
  url: string
  close(): Promise<void>
}

const PROBE_MS = 100

/**
 * A plain load balancer: sends each request in turn to a process whose `/readyz` answered 200 the
 * last time, over kept connections, and repeats none.
 */
export const startBalancer = async (targets: readonly string[]): Promise<Balancer> => {
  const agent = new Agent({ keepAlive: true })
  const ready = new Set<string>()
  let turn = 0

  const probe = async (target: string): Promise<void> => {
    const answer = await fetch(`${target}/readyz`).catch(() => undefined)
    if (answer?.ok) ready.add(target)
    else ready.delete(target)
  }
  const probing = setInterval(() => targets.forEach(probe), PROBE_MS)
  await Promise.all(targets.map(probe))

  const pass = (incoming: IncomingMessage, answer: ServerResponse): void => {
    const all = [...ready]
    const target = all[turn++ % all.length]
    const failed = (status: number) => answer.writeHead(status).end()
    if (target === undefined) return void failed(503)
    const { method, headers, url } = incoming
    const outgoing = request(`${target}${url}`, { method, headers, agent }, (response) => {
      const { connection: _, 'keep-alive': __, ...others } = response.headers
      answer.writeHead(response.statusCode ?? 502, others)
      response.pipe(answer)
    })
    outgoing.on('error', () => (answer.headersSent ? answer.destroy() : failed(502)))
    incoming.pipe(outgoing)
  }
  const server = createServer(pass).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      clearInterval(probing)
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

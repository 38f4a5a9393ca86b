import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UserError } from './failure.ts'

export interface RunningServer {
  port: number
  /** Takes no new connections, lets running requests finish, then cuts what is left. */
  close(): Promise<void>
}

/** Who is slower than this to send a request holds a connection for nothing. */
const LIMITS = { keepAliveTimeout: 65_000, headersTimeout: 10_000, requestTimeout: 30_000 }

const DRAIN_MS = 5_000
const SWEEP_MS = 50
const PORT_TAKEN_RETRIES = 20
const PORT_TAKEN_DELAY_MS = 250

/**
 * Serves on a port (0: any free one). A port that is still taken is tried again for a few seconds:
 * the process that a restart replaces may be on its way out. Closing cuts requests that are still
 * under way after `drainMs`, five seconds unless told.
 */
export const serve = async (
  listener: RequestListener,
  { host, port, drainMs = DRAIN_MS }: { host: string; port: number; drainMs?: number | undefined },
): Promise<RunningServer> => {
  const server = createServer(LIMITS, listener)
  for (let attempt = 0; ; attempt++) {
    try {
      await listen(server, { host, port })
      break
    } catch (error) {
      if (!isPortTaken(error)) throw listenError(error, { host, port })
      if (attempt >= PORT_TAKEN_RETRIES)
        throw new UserError(`Port ${port} is in use by another program.`)
      await new Promise((resolve) => setTimeout(resolve, PORT_TAKEN_DELAY_MS))
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: () => drain(server, drainMs),
  }
}

const listen = async (
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<void> => {
  server.listen({ port, host })
  await once(server, 'listening')
}

const listenError = (error: unknown, { host, port }: { host: string; port: number }): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EACCES') return new UserError(`Not allowed to listen on port ${port}.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UserError(`LISTEN_HOST: ${host} is not an address of this machine.`)
  }
  return error
}

const isPortTaken = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

const drain = (server: Server, drainMs: number): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMs)
    // A connection that is kept alive would stay after its request has been answered.
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    server.close(() => {
      clearTimeout(cut)
      clearInterval(sweep)
      resolve()
    })
  })

/** A port of the loopback address that nobody listens on at this moment. */
export const freePort = async (): Promise<number> => {
  const server = await serve(() => {}, { host: '127.0.0.1', port: 0 })
  await server.close()
  return server.port
}

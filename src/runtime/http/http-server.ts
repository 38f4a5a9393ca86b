import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { errorCode } from '../error-code.ts'
import { UserError } from '../failure.ts'
import { newRequestId, REQUEST_ID_HEADER } from './request-id.ts'

export interface RunningServer {
  port: number
  close(): Promise<void>
}

/** Timeouts against slow senders. The gateway abandons a delivery after 15 seconds. */
const LIMITS = {
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // Node's default, 30 seconds, would enforce the timeouts too late.
  connectionsCheckingInterval: 1_000,
  // Bytes buffered before a handler reads.
  highWaterMark: 16_384,
}

/** `status` reads like `408 Request Timeout`. */
export interface BareResponse {
  status: string
  headers?: Record<string, string>
  body?: string
}

/** Admits or refuses a connection before Node reads a byte. */
export interface Gatekeeper {
  /** Returns a refusal, if any. */
  connection(socket: Socket, requestId: string): BareResponse | undefined
  /** Reports an unparsable or timed-out request. */
  unreadable(code: string, requestId: string): void
}

const DRAIN_MS = 5_000
const SWEEP_MS = 50
const PORT_IN_USE_RETRIES = 20
const PORT_IN_USE_DELAY_MS = 250

/**
 * Serves on a port (0: any free one). Retries a port in use for five seconds, because the process
 * being replaced may hold it. `close` drains: keep-alive connections may send one more request
 * during `idleMs` (an immediate close would lose it in transit); `drainMs` (default 5 s) bounds the
 * drain. While `isStopping`, each response asks its client to connect anew. Every response carries
 * `headers`. Throws `UserError` for an unusable port or address.
 */
export const serve = async (
  listener: RequestListener,
  {
    host,
    port,
    door: gatekeeper,
    headers = {},
    drainMs = DRAIN_MS,
    idleMs = 0,
    isStopping = () => false,
  }: {
    host: string
    port: number
    door?: (server: Server) => Gatekeeper
    headers?: Record<string, string>
    drainMs?: number | undefined
    idleMs?: number | undefined
    isStopping?: () => boolean
  },
): Promise<RunningServer> => {
  const common = Object.entries(headers)
  const server = createServer(LIMITS, (request, response) => {
    for (const [name, value] of common) response.setHeader(name, value)
    if (!server.listening || isStopping()) response.setHeader('connection', 'close')
    listener(request, response)
  })
  if (gatekeeper) guard(server, gatekeeper(server), headers)
  for (let attempt = 0; ; attempt++) {
    try {
      server.listen({ port, host })
      await once(server, 'listening')
      break
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE') throw listenError(error, { host, port })
      if (attempt >= PORT_IN_USE_RETRIES)
        throw new UserError(`Port ${port} is in use by another program.`)
      await new Promise((resolve) => setTimeout(resolve, PORT_IN_USE_DELAY_MS))
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: () => drain(server, { drainMs, idleMs }),
  }
}

const guard = (server: Server, gatekeeper: Gatekeeper, headers: Record<string, string>): void => {
  const textOf = (answer: BareResponse, requestId: string): string =>
    bareText({ ...answer, headers: { ...headers, ...answer.headers } }, requestId)
  const originalListeners = server.listeners('connection')
  server.removeAllListeners('connection')
  let turnedAway = 0
  server.on('connection', (socket: Socket) => {
    const requestId = newRequestId()
    const refusal = gatekeeper.connection(socket, requestId)
    if (refusal === undefined) {
      for (const accept of originalListeners) accept.call(server, socket)
      return
    }
    turnedAway++
    socket.once('close', () => turnedAway--)
    const linger = turnedAway <= MOST_LINGERING
    refuseConnection(socket, { refusal: textOf(refusal, requestId), linger })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const requestId = newRequestId()
    gatekeeper.unreadable(error.code ?? '', requestId)
    const status = CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request'
    if (socket.writable && !isAnswering(socket)) {
      socket.write(textOf({ status }, requestId))
    }
    socket.destroy()
  })
}

const bareText = ({ status, headers, body = '' }: BareResponse, requestId: string): string =>
  [
    `HTTP/1.1 ${status}`,
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    `${REQUEST_ID_HEADER}: ${requestId}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')

const CLIENT_ERRORS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

const isAnswering = (socket: Socket): boolean => {
  const { _httpMessage: message } = socket as Socket & { _httpMessage?: { headersSent: boolean } }
  return message?.headersSent === true
}

/** Time that a refused connection stays open: an immediate close could discard the response. */
const LINGER_MS = 1_000
/** Upper bound on refused connections that stay open. */
const MOST_LINGERING = 200

const refuseConnection = (
  socket: Socket,
  { refusal, linger }: { refusal: string; linger: boolean },
): void => {
  socket.on('error', () => {})
  socket.end(refusal)
  if (!linger) return void socket.destroySoon()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

const listenError = (error: unknown, { host, port }: { host: string; port: number }): unknown => {
  const code = errorCode(error)
  if (code === 'EACCES') return new UserError(`Not allowed to listen on port ${port}.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UserError(`LISTEN_HOST: ${host} is not an address of this machine.`)
  }
  return error
}

const drain = (
  server: Server,
  { drainMs, idleMs }: { drainMs: number; idleMs: number },
): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMs)
    // Keep-alive connections outlive their last response.
    const closesIdleAt = performance.now() + idleMs
    const sweep = setInterval(() => {
      if (performance.now() >= closesIdleAt) server.closeIdleConnections()
    }, SWEEP_MS)
    if (idleMs === 0) server.closeIdleConnections()
    // Only stops listening; `http.Server.close` would also close idle connections.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(cut)
      clearInterval(sweep)
      resolve()
    })
  })

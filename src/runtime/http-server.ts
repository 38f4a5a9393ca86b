import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { errorCode } from './error-code.ts'
import { UserError } from './failure.ts'
import { newRequestId, REQUEST_ID_HEADER } from './request-id.ts'

export interface RunningServer {
  port: number
  /** Takes no new connections, lets running requests finish, then cuts what is left. */
  close(): Promise<void>
}

/**
 * Who is slower than this to send a request, its body included, holds a connection for nothing. The
 * gateway itself gives a delivery up after 15 seconds.
 */
const LIMITS = {
  keepAliveTimeout: 65_000,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  // Node's own is 30 seconds, by which the limits above would come late.
  connectionsCheckingInterval: 1_000,
  // So much is read of a body before anybody has asked for it.
  highWaterMark: 16_384,
}

/** What is answered where no request was read; `status` has its words, as `408 Request Timeout`. */
export interface BareAnswer {
  status: string
  headers?: Record<string, string>
  body?: string
}

/** Who is let in. `requestId` is what the answer is called that is given instead of a request's own. */
export interface Door {
  /** `undefined` lets a connection in; else it is answered that and no more. */
  connection(socket: Socket, requestId: string): BareAnswer | undefined
  /** A request that could not be read, or was too slow to come, by the code of its error. */
  unreadable(code: string, requestId: string): void
}

const DRAIN_MS = 5_000
const SWEEP_MS = 50
const PORT_TAKEN_RETRIES = 20
const PORT_TAKEN_DELAY_MS = 250

/**
 * Serves on a port (0: any free one). A port that is still taken is tried again for a few seconds:
 * the process that a restart replaces may be on its way out. Closing cuts requests that are still
 * under way after `drainMs`, five seconds unless told. For `idleMs` before that, connections that are kept
 * alive take one more request each: whoever sends one the moment they are closed would lose it. `headers` are on every answer, be it that of the
 * listener, of the door, or to what is no request.
 */
export const serve = async (
  listener: RequestListener,
  {
    host,
    port,
    door,
    headers = {},
    drainMs = DRAIN_MS,
    idleMs = 0,
  }: {
    host: string
    port: number
    door?: (server: Server) => Door
    headers?: Record<string, string>
    drainMs?: number | undefined
    idleMs?: number | undefined
  },
): Promise<RunningServer> => {
  const common = Object.entries(headers)
  const server = createServer(LIMITS, (request, response) => {
    for (const [name, value] of common) response.setHeader(name, value)
    if (!server.listening) response.setHeader('connection', 'close')
    listener(request, response)
  })
  if (door) guard(server, door(server), headers)
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
    close: () => drain(server, { drainMs, idleMs }),
  }
}

/** Asks the door about each connection before anything of it is read. */
const guard = (server: Server, door: Door, headers: Record<string, string>): void => {
  const textOf = (answer: BareAnswer, requestId: string): string =>
    bareText({ ...answer, headers: { ...headers, ...answer.headers } }, requestId)
  const takers = server.listeners('connection')
  server.removeAllListeners('connection')
  let turnedAway = 0
  server.on('connection', (socket: Socket) => {
    const requestId = newRequestId()
    const refusal = door.connection(socket, requestId)
    if (refusal === undefined) {
      for (const take of takers) take.call(server, socket)
      return
    }
    turnedAway++
    socket.once('close', () => turnedAway--)
    const linger = turnedAway <= MOST_LINGERING
    turnAway(socket, { refusal: textOf(refusal, requestId), linger })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const requestId = newRequestId()
    door.unreadable(error.code ?? '', requestId)
    const status = CLIENT_ERRORS[error.code ?? ''] ?? '400 Bad Request'
    if (socket.writable && !isAnswering(socket)) {
      socket.write(textOf({ status }, requestId))
    }
    socket.destroy()
  })
}

const bareText = ({ status, headers, body = '' }: BareAnswer, requestId: string): string =>
  [
    `HTTP/1.1 ${status}`,
    ...Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    `${REQUEST_ID_HEADER}: ${requestId}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')

/** As Node answers them by itself. */
const CLIENT_ERRORS: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Payload Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
}

/** Half of an answer must not be followed by another one. */
const isAnswering = (socket: Socket): boolean => {
  const { _httpMessage: message } = socket as Socket & { _httpMessage?: { headersSent: boolean } }
  return message?.headersSent === true
}

/** A connection that is closed while it still sends loses the answer that it was given. */
const LINGER_MS = 1_000
const MOST_LINGERING = 200

const turnAway = (
  socket: Socket,
  { refusal, linger }: { refusal: string; linger: boolean },
): void => {
  socket.on('error', () => {})
  socket.end(refusal)
  if (!linger) return void socket.destroySoon()
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

const listen = async (
  server: Server,
  { host, port }: { host: string; port: number },
): Promise<void> => {
  server.listen({ port, host })
  await once(server, 'listening')
}

const listenError = (error: unknown, { host, port }: { host: string; port: number }): unknown => {
  const code = errorCode(error)
  if (code === 'EACCES') return new UserError(`Not allowed to listen on port ${port}.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return new UserError(`LISTEN_HOST: ${host} is not an address of this machine.`)
  }
  return error
}

const isPortTaken = (error: unknown): boolean => errorCode(error) === 'EADDRINUSE'

const drain = (
  server: Server,
  { drainMs, idleMs }: { drainMs: number; idleMs: number },
): Promise<void> =>
  new Promise((resolve) => {
    const cut = setTimeout(() => server.closeAllConnections(), drainMs)
    // A connection that is kept alive would stay after its request has been answered.
    const closesIdleAt = performance.now() + idleMs
    const sweep = setInterval(() => {
      if (performance.now() >= closesIdleAt) server.closeIdleConnections()
    }, SWEEP_MS)
    if (idleMs === 0) server.closeIdleConnections()
    // An HTTP server's own `close` closes what is idle at once.
    NetServer.prototype.close.call(server, () => {
      clearTimeout(cut)
      clearInterval(sweep)
      resolve()
    })
  })

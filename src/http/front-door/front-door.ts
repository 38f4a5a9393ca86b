import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createBodyBytes } from '../../runtime/http/body/body-bytes.ts'
import { callerOfRequest, listedAddresses } from '../../runtime/http/caller/caller-address.ts'
import { callerNetwork, noteNetwork } from '../../runtime/http/caller/caller-network.ts'
import { type Caps, createTallyByAddress } from '../../runtime/http/caps.ts'
import type { BareResponse, Gatekeeper } from '../../runtime/http/http-server.ts'
import { sendUnread, TOO_BUSY, unreadText } from '../../runtime/http/problem.ts'
import { REQUEST_ID_HEADER } from '../../runtime/http/request-id.ts'
import type { Tally } from '../../runtime/log/tally.ts'
import type { Metrics, TurnedAway } from '../metrics.ts'

/** Bounds on draining an unread body. */
const DROPPED = { bytes: 65_536, ms: 500 }

export interface FrontDoor {
  of(server: Server): Gatekeeper
  /** Returns whether the request may proceed; otherwise answers it. */
  admit(request: IncomingMessage, response: ServerResponse): boolean
}

/**
 * Caps a process's connections, requests and body bytes, in total and per address. Above a cap,
 * answers 503 immediately.
 */
export const createFrontDoor = ({
  caps,
  trustedProxies,
  metrics,
  tally,
}: {
  caps: Caps
  trustedProxies: readonly string[]
  metrics: Pick<Metrics, 'countTurnedAway'>
  tally: Tally
}): FrontDoor => {
  const isOurProxy = listedAddresses(trustedProxies)
  const byAddress = createTallyByAddress()
  const networks = new WeakMap<Socket, string>()
  let connections = 0

  const refused = (reason: TurnedAway, request?: string): void => {
    metrics.countTurnedAway(reason)
    tally({ reason }, 'turned away at the front door', request ? { request } : {})
  }
  const bodies = createBodyBytes(caps, refused)

  const holdOf = (address: string, requestId: string): (() => void) | undefined => {
    if (byAddress.of(address) >= caps.connectionsOfAddress) {
      refused('connections-of-address', requestId)
      return undefined
    }
    byAddress.add(address, 1)
    return () => byAddress.add(address, -1)
  }

  const connection = (
    server: Server,
    socket: Socket,
    requestId: string,
  ): BareResponse | undefined => {
    // Evict idle connections first.
    if (connections >= caps.connections * NEARLY) server.closeIdleConnections()
    if (connections >= caps.connections) {
      refused('connections', requestId)
      return turnedAway(requestId)
    }
    const isOfMany = isOurProxy(socket.remoteAddress)
    const network = callerNetwork(socket.remoteAddress)
    if (!isOfMany) networks.set(socket, network)
    const release = isOfMany ? () => {} : holdOf(network, requestId)
    if (!release) return turnedAway(requestId)
    connections++
    socket.once('close', () => {
      connections--
      release()
    })
    return undefined
  }

  return {
    of: (server) => ({
      connection: (socket, requestId) => connection(server, socket, requestId),
      unreadable: (code, requestId) => {
        if (code === 'ECONNRESET' || code === 'EPIPE') return
        refused(code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too-slow' : 'malformed', requestId)
      },
    }),
    admit: (request, response) => {
      const ofSocket = networks.get(request.socket)
      const address = ofSocket ?? callerNetwork(callerOfRequest(request, isOurProxy))
      noteNetwork(request, address)
      // A trusted proxy's connection carries many callers.
      if (ofSocket === undefined) {
        const release = holdOf(address, String(response.getHeader(REQUEST_ID_HEADER)))
        if (!release) {
          sendUnread(request, response, TOO_BUSY)
          return false
        }
        response.once('close', release)
      }
      if (!hasBody(request)) return true
      const forget = bodies.measure(request, address)
      response.on('close', () => {
        forget()
        if (!request.complete) dropRest(request)
      })
      return true
    },
  }
}

const NEARLY = 0.9

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0

/** Drains some of the body: a client cut off mid-body misses the answer. */
const dropRest = (request: IncomingMessage): void => {
  const { socket } = request
  if (socket.destroyed) return
  let bytes = 0
  const late = setTimeout(() => socket.destroy(), DROPPED.ms)
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    // Stop buffering; the timeout closes the connection.
    if (bytes > DROPPED.bytes) request.pause()
  })
  request.once('close', () => clearTimeout(late))
  request.resume()
}

const turnedAway = (requestId: string): BareResponse => ({
  status: '503 Service Unavailable',
  ...unreadText(TOO_BUSY, requestId),
})

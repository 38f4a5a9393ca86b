import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { readAddress } from './caller-address.ts'

const GROUPS = 8
/** Providers assign a `/64` per line. */
const GROUPS_OF_A_LINE = 4
const GROUPS_OF_A_SITE = 3

/**
 * Returns the unit of rate limits: an IPv4 address or an IPv6 `/64`; `unknown` for a closed socket.
 */
export const callerNetwork = (address: string | undefined): string => {
  const plain = readAddress(address ?? '')
  if (plain === undefined) return 'unknown'
  if (isIP(plain) === 4) return plain
  return `${groupsOf(plain).slice(0, GROUPS_OF_A_LINE).join(':')}::/64`
}

/** A property, because weak map entries for short-lived keys burden every garbage collection. */
const NETWORK = Symbol('caller network')
type Counted = IncomingMessage & { [NETWORK]?: string }

/** Stores the network on the request, at the front door. */
export const noteNetwork = (request: Counted, network: string): void => {
  request[NETWORK] = network
}

/** Returns the network noted at the front door, or the socket's. */
export const networkOf = (request: Counted): string =>
  request[NETWORK] ?? callerNetwork(request.socket.remoteAddress)

/** Returns the prefix of an IPv6 site (`/48`); IPv4 addresses stay. */
export const neighbourhoodOf = (network: string): string =>
  network.endsWith('::/64')
    ? `${network.split(':').slice(0, GROUPS_OF_A_SITE).join(':')}:`
    : network

/** Expands to eight groups without leading zeros. */
const groupsOf = (address: string): string[] => {
  // URL normalizes to the short form.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = short.split('::')
  const before = head === '' ? [] : head.split(':')
  if (tail === undefined) return before
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(GROUPS - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after]
}

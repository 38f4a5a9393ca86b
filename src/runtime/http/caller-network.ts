import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { readAddress } from './caller-address.ts'

const GROUPS = 8
/** Providers assign 2^64 addresses to one line. */
const GROUPS_OF_A_LINE = 4
const GROUPS_OF_A_SITE = 3

/**
 * Returns the network of a caller's address: the address itself, or the `/64` of an IPv6 address.
 * `unknown` for a closed socket.
 */
export const callerNetwork = (address: string | undefined): string => {
  const plain = readAddress(address ?? '')
  if (plain === undefined) return 'unknown'
  if (isIP(plain) === 4) return plain
  return `${groupsOf(plain).slice(0, GROUPS_OF_A_LINE).join(':')}::/64`
}

/** Stored on the request: entries of a weak map for short-lived keys burden every garbage collection. */
const NETWORK = Symbol('caller network')
type Counted = IncomingMessage & { [NETWORK]?: string }

/** Stores the network of a request; the front door determines it once. */
export const noteNetwork = (request: Counted, network: string): void => {
  request[NETWORK] = network
}

/** Returns the network of a request; without a front door, its socket's. */
export const networkOf = (request: Counted): string =>
  request[NETWORK] ?? callerNetwork(request.socket.remoteAddress)

/**
 * Returns the prefix that the networks of one IPv6 site (`/48`) share; an IPv4 address is its own
 * neighbourhood. One site has 65,536 networks.
 */
export const neighbourhoodOf = (network: string): string =>
  network.endsWith('::/64')
    ? `${network.split(':').slice(0, GROUPS_OF_A_SITE).join(':')}:`
    : network

/** All eight groups, without leading zeros. */
const groupsOf = (address: string): string[] => {
  // An address in a URL is written in the one short form.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = short.split('::')
  const before = head === '' ? [] : head.split(':')
  if (tail === undefined) return before
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(GROUPS - before.length - after.length).fill('0')
  return [...before, ...zeros, ...after]
}

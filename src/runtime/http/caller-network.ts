import { isIP } from 'node:net'

const GROUPS = 8
/** A line of IPv6 is given 2^64 addresses, and whoever has it can use each of them once. */
const GROUPS_OF_A_LINE = 4
const GROUPS_OF_A_SITE = 3

/**
 * Whom to count the calls from an address for: the address itself, or the `/64` of an IPv6 address.
 * `unknown` for what is no address.
 */
export const callerNetwork = (address: string | undefined): string => {
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  switch (isIP(plain)) {
    case 4:
      return plain
    case 6:
      return `${groupsOf(plain).slice(0, GROUPS_OF_A_LINE).join(':')}::/64`
    default:
      return 'unknown'
  }
}

/**
 * What the networks of one IPv6 site (`/48`) have in common at their beginning; a single IPv4 address
 * is its own neighbourhood. Whoever has a site has 65,536 networks.
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

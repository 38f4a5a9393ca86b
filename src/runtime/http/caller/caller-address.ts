import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const MAPPED = new BlockList()
MAPPED.addSubnet('::ffff:0:0', 96, 'ipv6')

/**
 * Parses an address from a socket, a setting or an `X-Forwarded-For` hop: with port, brackets,
 * quotes or zone, or IPv4-mapped. Otherwise returns `undefined`.
 */
export const readAddress = (written: string): string | undefined => {
  const bare = written.trim().replace(/^"(.*)"$/, '$1')
  const inside = /^\[([^\]]*)\](:\d{1,5})?$/.exec(bare)?.[1] ?? bare
  return [inside, inside.replace(/:\d{1,5}$/, '')].map(plainAddress).find((address) => address)
}

const plainAddress = (text: string): string | undefined => {
  const address = text.replace(/%.*$/, '')
  switch (isIP(address)) {
    case 4:
      return address
    case 6:
      return MAPPED.check(address, 'ipv6') ? mappedAddress(address) : address
    default:
      return undefined
  }
}

/** Extracts the IPv4 address of `::ffff:203.0.113.7` or `::ffff:cb00:7107`. */
const mappedAddress = (address: string): string => {
  // URL normalizes the last 32 bits to two groups.
  const [high = '', low = ''] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split(':')
    .slice(-2)
  const bits = Number.parseInt(high, 16) * 0x10000 + Number.parseInt(low, 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 0xff).join('.')
}

/** Accepts addresses and networks (`10.0.0.0/24`). */
export const listedAddresses = (
  entries: readonly string[],
): ((address: string | undefined) => boolean) => {
  if (entries.length === 0) return () => false
  const known = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    if (prefix === undefined) {
      const plain = readAddress(address) ?? address
      known.addAddress(plain, familyOf(plain))
    } else known.addSubnet(address, Number(prefix), familyOf(address))
  }
  return (written) => {
    const address = readAddress(written ?? '')
    return address !== undefined && known.check(address, familyOf(address))
  }
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Returns the address that our outermost proxy saw. An unreadable hop counts as the proxy that
 * wrote it; hops further out may be forged.
 */
export const callerOfRequest = (
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  isOurProxy: (address: string | undefined) => boolean,
): string | undefined => {
  let nearest = socket.remoteAddress
  const hops = String(headers['x-forwarded-for'] ?? '').split(',')
  while (isOurProxy(nearest)) {
    const hop = readAddress(hops.pop() ?? '')
    if (hop === undefined) break
    nearest = hop
  }
  return nearest
}

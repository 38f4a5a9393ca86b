import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import { callerNetwork } from './caller-network.ts'

/** Tells of an address whether it is one of those that are listed: `10.0.0.4`, `10.0.0.0/24`. */
export const listedAddresses = (
  entries: readonly string[],
): ((address: string | undefined) => boolean) => {
  if (entries.length === 0) return () => false
  const known = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (prefix === undefined) known.addAddress(address, family)
    else known.addSubnet(address, Number(prefix), family)
  }
  return (written) => {
    // A socket for both families writes the older one so.
    const address = written?.replace(/^::ffff:(?=\d+\.)/i, '') ?? ''
    const family = isIP(address)
    return family !== 0 && known.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
}

/**
 * Whom a request is counted for: the network of the address that the last of our own proxies has
 * seen, as Express finds it by `trust proxy`.
 */
export const callerOfRequest = (
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  isOurProxy: (address: string | undefined) => boolean,
): string => {
  const forwarded = headers['x-forwarded-for']
  let address = socket.remoteAddress
  if (forwarded === undefined || !isOurProxy(address)) return callerNetwork(address)
  for (const hop of String(forwarded).split(',').reverse()) {
    address = hop.trim()
    if (!isOurProxy(address)) break
  }
  return callerNetwork(address)
}

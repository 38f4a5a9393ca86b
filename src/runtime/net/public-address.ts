import { lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { listedAddresses } from '../http/caller/caller-address.ts'

const NOT_PUBLIC = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  NOT_PUBLIC.addSubnet(network, prefix, 'ipv4')
}
/** The only assigned IPv6 range. */
const PUBLIC_IPV6 = new BlockList()
PUBLIC_IPV6.addSubnet('2000::', 3, 'ipv6')
/** Addresses that embed another address (6to4, Teredo), and the documentation range. */
const ODD_IPV6 = new BlockList()
ODD_IPV6.addSubnet('2002::', 16, 'ipv6')
ODD_IPV6.addSubnet('2001::', 23, 'ipv6')
ODD_IPV6.addSubnet('2001:db8::', 32, 'ipv6')

/** Reports whether an IP address belongs to the public internet. */
export const isPublicAddress = (address: string): boolean => {
  if (isIP(address) === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return (
    isIP(address) === 6 && PUBLIC_IPV6.check(address, 'ipv6') && !ODD_IPV6.check(address, 'ipv6')
  )
}

export type IsAllowed = (address: string) => boolean

/** Allows the public internet and the listed networks (`10.0.0.0/24`). */
export const publicOrWithin = (networks: readonly string[]): IsAllowed => {
  const isListed = listedAddresses(networks)
  return (address) => isPublicAddress(address) || isListed(address)
}

export const NOT_PUBLIC_CODE = 'ENOTPUBLIC'

/** An error with a message for the host's owner. */
export class NotPublic extends Error {
  readonly code = NOT_PUBLIC_CODE

  constructor(host: string) {
    super(
      `${host} is not in the public internet: use an address that is, or have its network allowed (STORE_NETWORKS)`,
    )
  }
}

/** Judges a literal address or localhost; resolves no names. */
export const refusalOfUrl = (url: string, isAllowed: IsAllowed): NotPublic | undefined => {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  const isThisMachine = host === 'localhost' || host.endsWith('.localhost')
  const address = isThisMachine ? '127.0.0.1' : host
  return isIP(address) === 0 || isAllowed(address) ? undefined : new NotPublic(host)
}

/**
 * Resolves to allowed addresses only. Checks the address of the connection itself, against DNS
 * rebinding. Literal addresses need `refusalOfUrl`.
 */
export const lookUpWithin =
  (isAllowed: IsAllowed): LookupFunction =>
  (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0)
      const addresses = found.filter(({ address }) => isAllowed(address))
      const [first] = addresses
      if (!first) return callback(new NotPublic(hostname), '', 0)
      if (options.all) return callback(null, addresses)
      callback(null, first.address, first.family)
    })
  }

export const lookUpPublicly = lookUpWithin(isPublicAddress)

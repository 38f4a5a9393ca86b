import { BlockList, isIP } from 'node:net'

const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv6')
}

/**
 * Accepts loopback and private addresses, and single-label names (`localhost`, containers), which
 * public DNS does not have.
 */
export const isPrivateHost = (hostname: string): boolean => {
  const address = hostname.replace(/^\[|\]$/g, '')
  const version = isIP(address)
  if (version !== 0) return PRIVATE.check(address, version === 4 ? 'ipv4' : 'ipv6')
  return /^[\w-]+\.?$/.test(hostname) || /\.localhost\.?$/.test(hostname)
}

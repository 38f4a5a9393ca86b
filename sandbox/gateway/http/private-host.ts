import { isIP } from 'node:net'
import { listedAddresses } from '../../../src/runtime/http/caller/caller-address.ts'

const isPrivateAddress = listedAddresses([
  '0.0.0.0/8',
  '127.0.0.0/8',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16',
  '::1',
  'fc00::/7',
  'fe80::/10',
])

/**
 * Accepts loopback and private addresses, and single-label names (`localhost`, containers), unknown
 * to public DNS.
 */
export const isPrivateHost = (hostname: string): boolean => {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0) return isPrivateAddress(address)
  return /^[\w-]+\.?$/.test(hostname) || /\.localhost\.?$/.test(hostname)
}

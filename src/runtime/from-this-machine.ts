import type { IncomingHttpHeaders } from 'node:http'
import { listedAddresses } from './http/caller-address.ts'

const isLoopback = listedAddresses(['127.0.0.0/8', '::1'])

/** Headers of proxies, in any form. */
const OF_PROXIES = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/

/**
 * Tells whether a program on this machine sent the request itself. A proxy or a cross-site page in a
 * local browser sends requests of others.
 */
export const isFromThisMachine = (
  remoteAddress: string | undefined,
  headers: IncomingHttpHeaders,
): boolean =>
  isLoopback(remoteAddress) &&
  !Object.keys(headers).some((name) => OF_PROXIES.test(name)) &&
  headers['sec-fetch-site'] !== 'cross-site'

import type { IncomingHttpHeaders } from 'node:http'
import { listedAddresses } from '../http/caller/caller-address.ts'

const isLoopback = listedAddresses(['127.0.0.0/8', '::1'])

const OF_PROXIES = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/

/** Returns `false` for requests through a proxy or from a cross-site page. */
export const isFromThisMachine = (
  remoteAddress: string | undefined,
  headers: IncomingHttpHeaders,
): boolean =>
  isLoopback(remoteAddress) &&
  !Object.keys(headers).some((name) => OF_PROXIES.test(name)) &&
  headers['sec-fetch-site'] !== 'cross-site'

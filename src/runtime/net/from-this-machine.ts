import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { listedAddresses, readAddress } from '../http/caller/caller-address.ts'
import { isPublicAddress } from './public-address.ts'

const isLoopback = listedAddresses(['127.0.0.0/8', '::1'])

const OF_PROXIES = /^(forwarded|via|x-real-ip|x-forwarded-.+)$/

const hasTraceOfProxy = (headers: IncomingHttpHeaders): boolean =>
  Object.keys(headers).some((name) => OF_PROXIES.test(name))

/** Returns `false` for requests through a proxy or from a cross-site page. */
export const isFromThisMachine = (
  remoteAddress: string | undefined,
  headers: IncomingHttpHeaders,
): boolean =>
  isLoopback(remoteAddress) &&
  !hasTraceOfProxy(headers) &&
  headers['sec-fetch-site'] !== 'cross-site'

/**
 * Reports whether the request comes through a private proxy that the operator did not list: its
 * address is the proxy's, shared by all callers.
 */
export const isFromUnlistedProxy = (
  { socket, headers }: Pick<IncomingMessage, 'socket' | 'headers'>,
  isOurProxy: (address: string | undefined) => boolean,
): boolean => {
  const { remoteAddress } = socket
  if (isOurProxy(remoteAddress) || !hasTraceOfProxy(headers)) return false
  const address = readAddress(remoteAddress ?? '')
  return address !== undefined && !isPublicAddress(address)
}

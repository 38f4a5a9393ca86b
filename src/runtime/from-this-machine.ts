import type { IncomingHttpHeaders } from 'node:http'

/** Whether an address (`socket.remoteAddress`) is the loopback of this machine. */
const isLoopback = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127\./.test(address)

/**
 * Whether a request comes from a program on this machine. One that a proxy passed on, or that a
 * page of another site made in a browser here, does not.
 */
export const isFromThisMachine = (
  remoteAddress: string | undefined,
  headers: IncomingHttpHeaders,
): boolean =>
  isLoopback(remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined &&
  headers['sec-fetch-site'] !== 'cross-site'

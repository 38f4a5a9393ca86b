import type { IncomingHttpHeaders } from 'node:http'
import { listedAddresses } from '../../../src/runtime/http/caller-address.ts'

/** Shopify shows itself by a certificate; who checks it is a proxy in front of us. */
export interface CheckedCertificates {
  /** Addresses and networks of the proxies: `10.0.0.4`, `10.0.0.0/24`. */
  proxies: readonly string[]
  /** The header in which they say what came of the check. */
  header: string
}

/** What nginx's `$ssl_client_verify` says of a certificate that it has checked. */
const CHECKED = 'SUCCESS'

/**
 * Tells whether a call came through one of the proxies and bears their word. The header counts from
 * the address at the other end of the connection only: anybody can write it.
 */
export const certificateCheck = ({ proxies, header }: CheckedCertificates) => {
  const isOurProxy = listedAddresses(proxies)
  const name = header.toLowerCase()
  return (remoteAddress: string | undefined, headers: IncomingHttpHeaders): boolean =>
    isOurProxy(remoteAddress) && headers[name] === CHECKED
}

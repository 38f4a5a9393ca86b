import type { IncomingHttpHeaders } from 'node:http'
import { listedAddresses } from '../../../src/runtime/http/caller/caller-address.ts'

/** Proxies that verify Shopify's client certificate (mTLS). */
export interface CheckedCertificates {
  /** `10.0.0.4`, `10.0.0.0/24`. */
  proxies: readonly string[]
  header: string
}

/** nginx's `$ssl_client_verify` for a valid certificate. */
const CHECKED = 'SUCCESS'

/**
 * Checks that a trusted proxy verified a call. Trusts only the connection's remote address: anyone
 * can write the header.
 */
export const certificateCheck = ({ proxies, header }: CheckedCertificates) => {
  const isOurProxy = listedAddresses(proxies)
  const name = header.toLowerCase()
  return (remoteAddress: string | undefined, headers: IncomingHttpHeaders): boolean =>
    isOurProxy(remoteAddress) && headers[name] === CHECKED
}

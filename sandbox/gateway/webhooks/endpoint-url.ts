import { isPrivateHost } from '../http/private-host.ts'

const LONGEST_URL = 2_000

export type EndpointUrlRefusal = 'not-a-url' | 'https-needed' | 'too-long'

export type EndpointUrlReading =
  | { ok: true; url: string }
  | { ok: false; because: EndpointUrlRefusal }

/** Also reserved domains that public DNS does not resolve. */
const isNearby = (hostname: string): boolean =>
  isPrivateHost(hostname) || /\.(internal|local|test)\.?$/.test(hostname)

/** Requires https (6.1), except for hosts on this machine's network. */
export const readEndpointUrl = (typed: string): EndpointUrlReading => {
  const url = URL.parse(typed.trim())
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) {
    return { ok: false, because: 'not-a-url' }
  }
  if (url.protocol === 'http:' && !isNearby(url.hostname)) {
    return { ok: false, because: 'https-needed' }
  }
  url.hash = ''
  return url.href.length > LONGEST_URL
    ? { ok: false, because: 'too-long' }
    : { ok: true, url: url.href }
}

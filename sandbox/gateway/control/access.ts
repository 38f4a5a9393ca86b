import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { Settings } from '../../../config/settings.ts'
import { isFromThisMachine } from '../../../src/runtime/net/from-this-machine.ts'
import { isPrivateHost } from '../http/private-host.ts'
import type { HttpRequest } from '../http/request.ts'

interface Gateway {
  settings: Settings
  publicUrl: string
}

/**
 * Admits the control key, and programs on this machine. Rejects web pages in a local browser,
 * except the sandbox's own.
 */
export const mayControl = (request: HttpRequest, { settings, publicUrl }: Gateway): boolean => {
  const { SANDBOX_CONTROL_KEY: key } = settings
  if (
    key !== undefined &&
    isEqualConstantTime(request.headers.authorization ?? '', `Bearer ${key}`)
  )
    return true
  return isLocalRequest(request, publicUrl) && isOwnForm(request)
}

export const isLocalRequest = (request: HttpRequest, publicUrl: string): boolean =>
  isFromThisMachine(request.remoteAddress, request.headers) && isOwnHost(request, publicUrl)

/**
 * Blocks DNS rebinding: another site's name that resolves to this machine. Programs may omit `Host`
 * or use another port; IP addresses cannot be rebound.
 */
const isOwnHost = ({ headers }: HttpRequest, publicUrl: string): boolean => {
  if (!headers.host) return true
  const { hostname } = URL.parse(`http://${headers.host.replace(/:\d*$/, '')}`) ?? {}
  if (!hostname) return false
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isAddress || isPrivateHost(hostname) || hostname === new URL(publicUrl).hostname
}

/** Rejects cross-site forms (CSRF), also from another port of this machine; programs pass. */
export const isOwnForm = ({ headers }: HttpRequest): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  return origin === undefined || URL.parse(origin)?.host === host
}

/** Compares in constant time. */
export const isEqualConstantTime = (given: string, expected: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Settings } from '../../config/settings.ts'
import { mayControl } from '../control/access.ts'
import { isPrivateHost } from '../http/private-host.ts'
import type { HttpRequest } from '../http/request.ts'

export type PortalAccess = 'open' | 'password-needed' | 'closed'

/**
 * Who may see the portal, which shows secrets: a browser on this machine, or whoever has the
 * control key, as a browser's password of HTTP Basic. `closed`: there is no key that would open it.
 */
export const portalAccess = (
  request: HttpRequest,
  { settings, publicUrl }: { settings: Settings; publicUrl: string },
): PortalAccess => {
  const { SANDBOX_CONTROL_KEY: key } = settings
  if (key !== undefined && isSame(keyOf(request), key)) return 'open'
  if (mayControl(request, settings) && isOwnHost(request, publicUrl)) return 'open'
  return key === undefined ? 'closed' : 'password-needed'
}

/** A page of another site whose name was made to lead to this machine is not from here. */
const isOwnHost = ({ headers }: HttpRequest, publicUrl: string): boolean => {
  const asked = URL.parse(`http://${headers.host}`)
  return asked !== null && (isPrivateHost(asked.hostname) || asked.host === new URL(publicUrl).host)
}

/** The password of Basic, or the token of Bearer as for the control routes. */
const keyOf = ({ headers }: HttpRequest): string => {
  const [, scheme = '', given = ''] = /^(\w+) +(\S+) *$/.exec(headers.authorization ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return given
  if (scheme.toLowerCase() !== 'basic') return ''
  const pair = Buffer.from(given, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}

/** Without telling by its duration how much of it was right. */
const isSame = (given: string, expected: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

/**
 * Whether a form was sent by a page of the portal itself, or by a program. Browsers say where it
 * comes from: another port of this machine is another site here.
 */
export const isOwnForm = ({ headers }: HttpRequest): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  return origin === undefined || URL.parse(origin)?.host === host
}

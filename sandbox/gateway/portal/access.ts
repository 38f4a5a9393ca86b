import type { Settings } from '../../../config/settings.ts'
import { isCalledHere, isSame } from '../control/access.ts'
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
  if (isCalledHere(request, publicUrl)) return 'open'
  return key === undefined ? 'closed' : 'password-needed'
}

/** The password of Basic, or the token of Bearer as for the control routes. */
const keyOf = ({ headers }: HttpRequest): string => {
  const [, scheme = '', given = ''] = /^(\w+) +(\S+) *$/.exec(headers.authorization ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return given
  if (scheme.toLowerCase() !== 'basic') return ''
  const pair = Buffer.from(given, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}

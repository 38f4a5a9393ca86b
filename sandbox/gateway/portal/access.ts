import type { Settings } from '../../../config/settings.ts'
import { isEqualConstantTime, isLocalRequest } from '../control/access.ts'
import type { HttpRequest } from '../http/request.ts'

export type PortalAccess = 'open' | 'password-needed' | 'closed'

/**
 * Guards the portal, which shows secrets: admits browsers on this machine, or the control key as
 * Basic password. `closed`: no key is set.
 */
export const portalAccess = (
  request: HttpRequest,
  { settings, publicUrl }: { settings: Settings; publicUrl: string },
): PortalAccess => {
  const { SANDBOX_CONTROL_KEY: key } = settings
  if (key !== undefined && isEqualConstantTime(keyOf(request), key)) return 'open'
  if (isLocalRequest(request, publicUrl)) return 'open'
  return key === undefined ? 'closed' : 'password-needed'
}

/** Basic password, or Bearer token like the control routes. */
const keyOf = ({ headers }: HttpRequest): string => {
  const [, scheme = '', given = ''] = /^(\w+) +(\S+) *$/.exec(headers.authorization ?? '') ?? []
  if (scheme.toLowerCase() === 'bearer') return given
  if (scheme.toLowerCase() !== 'basic') return ''
  const pair = Buffer.from(given, 'base64').toString('utf8')
  return pair.slice(pair.indexOf(':') + 1)
}

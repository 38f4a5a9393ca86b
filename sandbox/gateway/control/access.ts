import { createHash, timingSafeEqual } from 'node:crypto'
import { isIP } from 'node:net'
import type { Settings } from '../../../config/settings.ts'
import { isFromThisMachine } from '../../../src/runtime/from-this-machine.ts'
import { isPrivateHost } from '../http/private-host.ts'
import type { HttpRequest } from '../http/request.ts'

interface Gateway {
  settings: Settings
  publicUrl: string
}

/**
 * Who may drive the sandbox: programs on this machine, or whoever has the control key. A page that
 * a browser here shows is no program, unless it is one of our own.
 */
export const mayControl = (request: HttpRequest, { settings, publicUrl }: Gateway): boolean => {
  const { SANDBOX_CONTROL_KEY: key } = settings
  if (key !== undefined && isSame(request.headers.authorization ?? '', `Bearer ${key}`)) return true
  return isCalledHere(request, publicUrl) && isOwnForm(request)
}

/** Whether somebody on this machine asks for this gateway by a name of its own. */
export const isCalledHere = (request: HttpRequest, publicUrl: string): boolean =>
  isFromThisMachine(request.remoteAddress, request.headers) && isOwnHost(request, publicUrl)

/**
 * A page of another site whose name was made to lead to this machine is not from here. Programs
 * may leave the host out or name another port; an address cannot be made to lead elsewhere.
 */
const isOwnHost = ({ headers }: HttpRequest, publicUrl: string): boolean => {
  if (!headers.host) return true
  const { hostname } = URL.parse(`http://${headers.host.replace(/:\d*$/, '')}`) ?? {}
  if (!hostname) return false
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return isAddress || isPrivateHost(hostname) || hostname === new URL(publicUrl).hostname
}

/**
 * Whether a form was sent by a page of the gateway itself, or by a program. Browsers say where it
 * comes from: another port of this machine is another site here.
 */
export const isOwnForm = ({ headers }: HttpRequest): boolean => {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' || site === 'none'
  const { origin, host } = headers
  return origin === undefined || URL.parse(origin)?.host === host
}

/** Without telling by its duration how much of it was right. */
export const isSame = (given: string, expected: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(expected))
}

import type { Settings } from '../../config/settings.ts'
import type { HttpRequest } from '../http/request.ts'

/**
 * Who may drive the sandbox: programs on this machine, or whoever has the control key. A request
 * that a proxy passed on, or that a page of another site made, is not of this machine.
 */
export const mayControl = (request: HttpRequest, settings: Settings): boolean => {
  const { SANDBOX_CONTROL_KEY: key } = settings
  if (key !== undefined && request.headers.authorization === `Bearer ${key}`) return true
  return (
    isLoopback(request.remoteAddress) &&
    request.headers['x-forwarded-for'] === undefined &&
    request.headers.forwarded === undefined &&
    request.headers['sec-fetch-site'] !== 'cross-site'
  )
}

const isLoopback = (address: string): boolean =>
  address === '::1' || /^(::ffff:)?127\./.test(address)

import type { Settings } from '../../config/settings.ts'
import { isFromThisMachine } from '../../src/platform/from-this-machine.ts'
import type { HttpRequest } from '../http/request.ts'

/** Who may drive the sandbox: programs on this machine, or whoever has the control key. */
export const mayControl = (request: HttpRequest, settings: Settings): boolean => {
  const { SANDBOX_CONTROL_KEY: key } = settings
  if (key !== undefined && request.headers.authorization === `Bearer ${key}`) return true
  return isFromThisMachine(request.remoteAddress, request.headers)
}

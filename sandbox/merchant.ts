import type { Settings } from '../config/settings.ts'
import type { Environment } from '../src/contract/keys.ts'

/** The one merchant of the sandbox, and its keys (`gateway-api.md` 5). */
export interface Merchant {
  /** The environment that an `Authorization` header opens; `undefined`: none. */
  environmentOf(authorization: string | undefined): Environment | undefined
}

export const merchantOf = (settings: Settings): Merchant => {
  const environments = new Map<string, Environment>([
    [settings.SANDBOX_SECRET_KEY, 'test'],
    [settings.SANDBOX_LIVE_SECRET_KEY, 'live'],
  ])
  return {
    environmentOf: (authorization) => {
      const [, key = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
      return environments.get(key)
    },
  }
}

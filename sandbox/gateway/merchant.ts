import type { Settings } from '../../config/settings.ts'
import type { Environment } from '../../src/contract/keys.ts'

/** The one merchant of the sandbox, and its keys (`gateway-api.md` 5). */
export interface Merchant {
  /** The environment that an `Authorization` header opens; `undefined`: none. */
  environmentOf(authorization: string | undefined): Environment | undefined
  /** The environment that a `pk_*` belongs to; `undefined`: none. */
  environmentOfPublishable(publishableKey: string): Environment | undefined
}

export const merchantOf = (settings: Settings): Merchant => {
  const secret = new Map<string, Environment>([
    [settings.SANDBOX_SECRET_KEY, 'test'],
    [settings.SANDBOX_LIVE_SECRET_KEY, 'live'],
  ])
  const publishable = new Map<string, Environment>([
    [settings.SANDBOX_PUBLISHABLE_KEY, 'test'],
    [settings.SANDBOX_LIVE_PUBLISHABLE_KEY, 'live'],
  ])
  return {
    environmentOf: (authorization) => {
      const [, key = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
      return secret.get(key)
    },
    environmentOfPublishable: (publishableKey) => publishable.get(publishableKey),
  }
}

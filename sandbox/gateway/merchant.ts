import type { Settings } from '../../config/settings.ts'
import type { Environment } from '../../src/contract/keys.ts'

/** The single merchant and its keys (5). */
export interface Merchant {
  environmentOf(authorization: string | undefined): Environment | undefined
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

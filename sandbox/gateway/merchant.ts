import type { Settings } from '../../config/settings.ts'
import type { Environment } from '../../src/contract/keys.ts'

export type Merchant = ReturnType<typeof merchantOf>

export const merchantOf = (settings: Settings) => {
  const secret = new Map<string, Environment>([
    [settings.SANDBOX_SECRET_KEY, 'test'],
    [settings.SANDBOX_LIVE_SECRET_KEY, 'live'],
  ])
  const publishable = new Map<string, Environment>([
    [settings.SANDBOX_PUBLISHABLE_KEY, 'test'],
    [settings.SANDBOX_LIVE_PUBLISHABLE_KEY, 'live'],
  ])
  return {
    environmentOf: (authorization: string | undefined): Environment | undefined => {
      const [, key = ''] = /^Bearer +(\S+) *$/i.exec(authorization ?? '') ?? []
      return secret.get(key)
    },
    environmentOfPublishable: (key: string): Environment | undefined => publishable.get(key),
  }
}

import type { DbQuery } from '../../db/db.ts'
import type { Gateway } from '../../gateway/client.ts'
import type { Language, Localized } from '../../locales/language.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { CardPageInstallation } from './card-page-setup.ts'

/** The gateway, called with a key that no store has yet. */
export type GatewayOfKey = (secretKey: string, locale: Language) => Pick<Gateway, 'me'>

export interface StoreDeps {
  query: DbQuery
  sealer: SecretSealer
  ids: Ids
  now: Date
  installation?: CardPageInstallation
}

export type StoreField =
  | 'id'
  | 'name'
  | 'secretKey'
  | 'notifyUrl'
  | 'ordersUrl'
  | 'siteUrl'
  | 'publishableKey'
  | 'webhookSecret'
  | 'policy'
  | 'previousSecretUntil'

export interface StoreRefusal {
  outcome: 'refused'
  field: StoreField
  reason: string
  translations?: Localized | undefined
}

import type { DbQuery } from '../../db/db.ts'
import type { Locale } from '../../db/tables/stores.ts'
import type { Payments } from '../../gateway/client.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { SecretSealer } from '../../runtime/sealed-secrets.ts'
import type { CardPageInstallation } from './card-page-setup.ts'

/** The gateway as a key sees it that no store has yet. */
export type GatewayOfKey = (secretKey: string, locale: Locale) => Pick<Payments, 'me'>

/** What stores are connected and changed with. */
export interface StoreDeps {
  query: DbQuery
  sealer: SecretSealer
  ids: Ids
  now: Date
  /** Without it, no store is led to the card page. */
  installation?: CardPageInstallation
}

/** The fields of a store that can be given and be wrong. */
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
  /** The reason in Spanish, if any. */
  inSpanish?: string | undefined
}

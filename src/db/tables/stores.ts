import type { ColumnType, JSONColumnType } from 'kysely'
import type { Environment } from '../../contract/keys.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Scope } from '../../domain/rights.ts'
import type { MessageSource } from './events.ts'

export type Locale = 'es' | 'en'

/** The name of a platform of this installation; checked by the registry where it comes in. */
export type Platform = string

interface StoresTable {
  id: StoreId
  name: string
  /** Without one, it is a shop of the merchant's own. */
  platform: ColumnType<Platform, Platform | undefined, Platform>
  environment: Environment
  locale: Locale
  sealed_secret_key: string
  publishable_key: string | null
  /** Tells stores of one gateway account from those of others: a hash of the secret key. */
  gateway_account: string | null
  sealed_webhook_secret: string
  sealed_previous_webhook_secret: string | null
  previous_webhook_secret_until: Date | null
  notify_url: string | null
  sealed_notify_secret: string
  sealed_previous_notify_secret: ColumnType<string | null, string | null | undefined, string | null>
  previous_notify_secret_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Where the shop says how its orders stand; `null` for a shop that does not. */
  orders_url: ColumnType<string | null, string | null | undefined, string | null>
  /** How the platform's adapter reaches the store, as far as that is no secret. */
  connection: ColumnType<Record<string, unknown>, string | undefined, string>
  /** Sealed JSON with the adapter's credentials, such as logins of addresses; `null` for none. */
  sealed_connection: ColumnType<string | null, string | null | undefined, string | null>
  /**
   * How long after a refund that the store has written down has failed it is told, so that who asked
   * for it hears of that first; `null`: the store reads it from the refund that it has asked for.
   */
  failed_refund_notice_ms: ColumnType<number | null, number | null | undefined, number | null>
  /** See `payments/ports/policy.ts`; what is not in it has its default. */
  policy: ColumnType<Record<string, unknown>, string | undefined, string>
  /** Whose it is; one that is connected for nobody else belongs to that of the installation. */
  organization_id: ColumnType<string, string | undefined, string>
  /** When its keys were given last: it decides which store of a shop takes new orders. */
  connected_at: Date
  /** It takes no new payments, and its API calls are refused; what is under way goes on. */
  disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Its secrets are gone; the row is kept for the books. It is found as a store no more. */
  removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Date
  updated_at: Date
}

interface ApiKeysTable {
  id: string
  store_id: StoreId
  /** What its people call it. */
  name: string
  /** SHA-256 of the key, hex. */
  hash: string
  /** How it begins and ends; `null`: it was made before that was kept, and has not been used since. */
  hint: string | null
  created_at: Date
  /** To the minute. */
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  scopes: ColumnType<Scope[], Scope[] | undefined, Scope[]>
  /** The largest refund that it may ask for; `null`: no limit. */
  refund_limit_minor: ColumnType<bigint | null, bigint | null | undefined, bigint | null>
  refund_limit_currency: ColumnType<string | null, string | null | undefined, string | null>
  /** The most that it may ask for within a day; `null`: no limit. */
  refund_day_limit_minor: ColumnType<bigint | null, bigint | null | undefined, bigint | null>
  refund_day_limit_currency: ColumnType<string | null, string | null | undefined, string | null>
}

interface SeenCallsTable {
  store_id: string
  nonce: string
  seen_at: Date
}

interface StoreCursorsTable {
  store_id: StoreId
  /** Every change of its orders before this instant has been looked at. */
  changed_until: Date
  /** A walk through its changes that was cut short: what changed since then, and where it goes on. */
  walk_since: Date | null
  walk_position: string | null
}

interface BegunConnectionsTable {
  /** Of the token that opens the pages of the connection. */
  token_hash: string
  /** The id that the store gets once it is connected. */
  store_id: StoreId
  platform: Platform
  /** How far it has come, in the words of the platform's adapter. */
  step: string
  /** The address that it was begun from. */
  begun_by: string
  details: JSONColumnType<Record<string, unknown>>
  sealed: string
  created_at: Date
  expires_at: Date
}

/** Whoever runs stores together. */
interface OrganizationsTable {
  id: string
  name: string
  created_at: Date
  /** The most that an operator of it refunds at once; `null`: no limit. */
  operator_refund_limit_minor: ColumnType<bigint | null, bigint | null | undefined, bigint | null>
  operator_refund_limit_currency: ColumnType<
    string | null,
    string | null | undefined,
    string | null
  >
  /** The most that each operator of it refunds within a day; `null`: no limit. */
  operator_refund_day_limit_minor: ColumnType<
    bigint | null,
    bigint | null | undefined,
    bigint | null
  >
  operator_refund_day_limit_currency: ColumnType<
    string | null,
    string | null | undefined,
    string | null
  >
}

/** What a platform asked about personal data, once it was carried out or handed on. */
interface PrivacyRequestsTable {
  source: MessageSource
  message_id: string
  store_id: string
  topic: string
  outcome: string
  /** Of how many orders somebody's data were found. */
  orders: number
  received_at: Date
  handled_at: Date
}

export interface StoreTables {
  stores: StoresTable
  api_keys: ApiKeysTable
  seen_calls: SeenCallsTable
  store_cursors: StoreCursorsTable
  begun_connections: BegunConnectionsTable
  privacy_requests: PrivacyRequestsTable
  organizations: OrganizationsTable
}

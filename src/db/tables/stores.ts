import type { ColumnType, JSONColumnType } from 'kysely'
import type { Environment } from '../../contract/keys.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { Scope } from '../../domain/rights.ts'
import type { MessageSource } from './events.ts'

export type Locale = 'es' | 'en'

/** Platform name, validated by the registry at the border. */
export type Platform = string

interface StoresTable {
  id: StoreId
  name: string
  /** Default: headless, the merchant's own storefront. */
  platform: ColumnType<Platform, Platform | undefined, Platform>
  environment: Environment
  locale: Locale
  sealed_secret_key: string
  publishable_key: string | null
  /** Hash of the secret key, equal for stores of one gateway account. */
  gateway_account: string | null
  sealed_webhook_secret: string
  sealed_previous_webhook_secret: string | null
  previous_webhook_secret_until: Date | null
  notify_url: string | null
  sealed_notify_secret: string
  sealed_previous_notify_secret: ColumnType<string | null, string | null | undefined, string | null>
  previous_notify_secret_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Endpoint for the state of the store's orders; `null` without one. */
  orders_url: ColumnType<string | null, string | null | undefined, string | null>
  /** Public part of the adapter's connection. */
  connection: ColumnType<Record<string, unknown>, string | undefined, string>
  /** Sealed JSON with the adapter's credentials, such as logins of addresses; `null` for none. */
  sealed_connection: ColumnType<string | null, string | null | undefined, string | null>
  /**
   * Delay of the notification about a failed refund that the store recorded, so the requester
   * learns of it first. `null`: the store reads the failure from the refund that it requested.
   */
  failed_refund_notice_ms: ColumnType<number | null, number | null | undefined, number | null>
  /** See `payments/ports/policy.ts`; missing fields have defaults. */
  policy: ColumnType<Record<string, unknown>, string | undefined, string>
  /** Owner; defaults to the installation's organization. */
  organization_id: ColumnType<string, string | undefined, string>
  /** Last entry of its keys; decides which store of a shop gets new orders. */
  connected_at: Date
  /** Rejects new payments and API calls; work in progress continues. */
  disabled_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** Secrets are deleted; the row stays for the books, but queries for stores skip it. */
  removed_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Date
  updated_at: Date
}

interface ApiKeysTable {
  id: string
  store_id: StoreId
  /** Label for people. */
  name: string
  /** SHA-256 of the key, hex. */
  hash: string
  /** Start and end of the key; `null` for an old key unused since the column exists. */
  hint: string | null
  created_at: Date
  /** Rounded to a minute. */
  last_used_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  expires_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  scopes: ColumnType<Scope[], Scope[] | undefined, Scope[]>
  /** Upper bound on one refund; `null`: no limit. */
  refund_limit_minor: ColumnType<bigint | null, bigint | null | undefined, bigint | null>
  refund_limit_currency: ColumnType<string | null, string | null | undefined, string | null>
  /** Upper bound on refunds per day; `null`: no limit. */
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
  /** Changes of orders are synced up to this instant. */
  changed_until: Date
  /** Interrupted walk: lower bound of its changes, and the position to resume at. */
  walk_since: Date | null
  walk_position: string | null
}

interface BegunConnectionsTable {
  /** Hash of the token for the setup pages. */
  token_hash: string
  /** Id of the future store. */
  store_id: StoreId
  platform: Platform
  /** Progress in the adapter's terms. */
  step: string
  /** Client network. */
  begun_by: string
  details: JSONColumnType<Record<string, unknown>>
  sealed: string
  created_at: Date
  expires_at: Date
}

/** Owner of stores. */
interface OrganizationsTable {
  id: string
  name: string
  created_at: Date
  /** Upper bound on one refund by an operator; `null`: no limit. */
  operator_refund_limit_minor: ColumnType<bigint | null, bigint | null | undefined, bigint | null>
  operator_refund_limit_currency: ColumnType<
    string | null,
    string | null | undefined,
    string | null
  >
  /** Upper bound on refunds per operator and day; `null`: no limit. */
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

/** Privacy request of a platform, once carried out or forwarded. */
interface PrivacyRequestsTable {
  source: MessageSource
  message_id: string
  store_id: string
  topic: string
  outcome: string
  /** Number of orders with the person's data. */
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

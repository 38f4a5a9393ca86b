import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Environment } from '../../contract/keys.ts'
import type { Actor } from '../../domain/actor.ts'
import type { EndpointId, StoreId } from '../../domain/ids.ts'
import type { Scope } from '../../domain/rights.ts'
import type { Language } from '../../locales/language.ts'
import type { MessageSource } from './events.ts'

/** Validated by the registry at the border. */
export type Platform = string

export interface EndpointFilter {
  id: EndpointId
  /** Types of notifications; `null`: all. */
  events: string[] | null
  isEnabled: boolean
}

export const REPORT_INTERVALS = ['day', 'week'] as const
export type ReportInterval = (typeof REPORT_INTERVALS)[number]

export interface StoreBrand {
  /** `#rrggbb`. */
  color?: string | undefined
  /** Key of its image in `store_logos`. */
  logo?: string | undefined
}

export interface StoreTables {
  store_logos: {
    store_id: StoreId
    /** SHA-256 of the bytes, hex, with the extension of their type. */
    name: string
    bytes: Buffer
    updated_at: Date
  }
  stores: {
    id: StoreId
    name: string
    /** Defaults to a shop that the merchant built. */
    platform: Generated<Platform>
    environment: Environment
    locale: Language
    sealed_secret_key: string
    publishable_key: string | null
    /** Hash of the secret key; equal for stores of one account. */
    gateway_account: string | null
    sealed_webhook_secret: string
    sealed_previous_webhook_secret: string | null
    previous_webhook_secret_until: Date | null
    notify_url: string | null
    sealed_notify_secret: string
    sealed_previous_notify_secret: Generated<string | null>
    previous_notify_secret_until: Generated<Date | null>
    orders_url: Generated<string | null>
    /** Public part of the connection. */
    connection: ColumnType<Record<string, unknown>, string | undefined, string>
    /** Sealed JSON with credentials, such as address logins. */
    sealed_connection: Generated<string | null>
    /**
     * Delay of the notification about a failed refund that the store recorded, so its requester
     * learns first. `null`: the store reads the refund itself.
     */
    failed_refund_notice_ms: Generated<number | null>
    /** Copy of its endpoints' filters (`copyFilters`); `null`: none. */
    endpoints: ColumnType<EndpointFilter[] | null, never, never>
    /** Look of customers' pages; `null`: Puente's. */
    brand: ColumnType<StoreBrand | null, string | null | undefined, string | null>
    /** See `payments/ports/policy.ts`; missing fields have defaults. */
    policy: ColumnType<Record<string, unknown>, string | undefined, string>
    /** Defaults to the installation's organization. */
    organization_id: Generated<string>
    /** When its keys were last set; among the stores of one shop, the latest gets new orders. */
    connected_at: Date
    /** Rejects new payments and API calls; other work continues. */
    disabled_at: Generated<Date | null>
    /** Puente charges and refunds nothing for it; other work continues. */
    frozen_at: Generated<Date | null>
    frozen_by: ColumnType<Actor | null, string | null | undefined, string | null>
    frozen_why: Generated<string | null>
    /** A refund above it waits for a second person; `null`: no refund waits. */
    approval_limit_minor: Generated<bigint | null>
    approval_limit_currency: Generated<string | null>
    /** Stricter limit that also applies until the time. */
    former_approval_limit_minor: Generated<bigint | null>
    former_approval_limit_currency: Generated<string | null>
    former_approval_limit_until: Generated<Date | null>
    /** Secrets are deleted; the row stays for the books. */
    removed_at: Generated<Date | null>
    created_at: Date
    updated_at: Date
  }
  notification_endpoints: {
    id: EndpointId
    store_id: StoreId
    /** Without its login. */
    url: string
    description: string | null
    /** Types of notifications; `null`: all. */
    events: string[] | null
    sealed_login: string | null
    sealed_secret: string
    sealed_previous_secrets: Generated<string | null>
    /** Expiry of the latest replaced secret. */
    previous_secrets_until: Generated<Date | null>
    disabled_at: Generated<Date | null>
    disabled_by: Generated<'failures' | 'person' | null>
    /** Start of what it has missed; `null`: nothing, or a replay covered it. */
    missed_since: Generated<Date | null>
    created_at: Date
    updated_at: Date
  }
  api_keys: {
    id: string
    store_id: StoreId
    name: string
    /** SHA-256 of the key, hex. */
    hash: string
    /** Start and end of the key; `null` for an old, unused one. */
    hint: string | null
    /** Person who created or rotated it, and so has seen it. */
    made_by: Generated<string | null>
    created_at: Date
    /** Rounded to a minute. */
    last_used_at: Generated<Date | null>
    expires_at: Generated<Date | null>
    revoked_at: Generated<Date | null>
    scopes: Generated<Scope[]>
    /** Per refund; `null`: no limit. */
    refund_limit_minor: Generated<bigint | null>
    refund_limit_currency: Generated<string | null>
    /** Per day; `null`: no limit. */
    refund_day_limit_minor: Generated<bigint | null>
    refund_day_limit_currency: Generated<string | null>
  }
  store_reports: {
    store_id: StoreId
    person_id: string
    every: ReportInterval
    language: Language
    /** Time of the next report, which covers the days before it. */
    due_at: Date
    /** Later than `due_at` after a failure. */
    try_at: Date
    failures: Generated<number>
    last_error: Generated<string | null>
    sent_at: Generated<Date | null>
    created_at: Date
  }
  seen_calls: {
    store_id: string
    nonce: string
    seen_at: Date
  }
  store_cursors: {
    store_id: StoreId
    /** Changes before this instant are synced. */
    changed_until: Date
    /** Interrupted walk: lower bound and resume position. */
    walk_since: Date | null
    walk_position: string | null
  }
  begun_connections: {
    /** Hash of the setup token. */
    token_hash: string
    store_id: StoreId
    platform: Platform
    /** Progress in the adapter's terms. */
    step: string
    begun_by: string
    details: JSONColumnType<Record<string, unknown>>
    sealed: string
    created_at: Date
    expires_at: Date
  }
  privacy_requests: {
    source: MessageSource
    message_id: string
    store_id: string
    topic: string
    outcome: string
    orders: number
    received_at: Date
    handled_at: Date
  }
  organizations: {
    id: string
    name: string
    created_at: Date
    /** Per refund by an operator; `null`: no limit. */
    operator_refund_limit_minor: Generated<bigint | null>
    operator_refund_limit_currency: Generated<string | null>
    /** Per operator and day; `null`: no limit. */
    operator_refund_day_limit_minor: Generated<bigint | null>
    operator_refund_day_limit_currency: Generated<string | null>
    requires_second_factor: Generated<boolean>
  }
}

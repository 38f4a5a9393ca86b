import type { Generated, JSONColumnType } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { AlertKind } from './alerts.ts'

export interface AlertExtent {
  alerts: number
  orders: number
  /** Minor units as decimal digits, by currency. */
  minorByCurrency: Record<string, string>
}

export type StoreAlertChannelKind = 'email' | 'slack' | 'webhook'

export interface AlertMessageTables {
  alert_groups: {
    id: Generated<bigint>
    store_id: StoreId | null
    kind: AlertKind
    /** Cause that separates groups of one store and kind. */
    cause: string
    opened_at: Date
    last_alert_at: Date
    next_check_at: Date
    /** Time and extent of the last message. */
    sent_at: Date | null
    sent_extent: JSONColumnType<AlertExtent> | null
    closed_at: Date | null
  }
  alert_messages: {
    /** Stable across retries, so receivers can dedupe. */
    id: string
    number: Generated<bigint>
    group_id: bigint
    channel: string
    content: JSONColumnType<Record<string, unknown>>
    created_at: Date
    ended_at: Date | null
    outcome: 'sent' | 'given_up' | null
  }
  alert_channels: {
    name: string
    next_try_at: Date
    /** Consecutive failures. */
    failures: Generated<number>
    failing_since: Date | null
    /** For people; no secrets. */
    last_error: string | null
  }
  store_alert_channels: {
    /** Equals `alert_channels.name`. */
    id: string
    store_id: StoreId
    kind: StoreAlertChannelKind
    sealed_receiver: string
    created_at: Date
  }
}

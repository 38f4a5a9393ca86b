import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { AlertKind } from './alerts.ts'

/** How much a group of alerts is about. */
export interface AlertExtent {
  alerts: number
  orders: number
  /** Minor units as decimal digits, by currency. */
  minorByCurrency: Record<string, string>
}

interface AlertGroupsTable {
  id: Generated<bigint>
  /** `null`: of all stores. */
  store_id: StoreId | null
  kind: AlertKind
  /** What the alerts have in common, beside store and kind. */
  cause: string
  opened_at: Date
  /** When the last alert came to it. */
  last_alert_at: Date
  next_check_at: Date
  /** When a message was last written of it, and how much it was about. */
  sent_at: Date | null
  sent_extent: JSONColumnType<AlertExtent> | null
  closed_at: Date | null
}

interface AlertMessagesTable {
  /** The same at each try: whoever gets a message twice knows it again. */
  id: string
  number: Generated<bigint>
  group_id: bigint
  channel: string
  content: JSONColumnType<Record<string, unknown>>
  created_at: Date
  ended_at: Date | null
  outcome: 'sent' | 'given_up' | null
}

interface AlertChannelsTable {
  name: string
  next_try_at: Date
  /** In a row. */
  failures: ColumnType<number, number | undefined, number>
  failing_since: Date | null
  /** For people; no secrets. */
  last_error: string | null
}

export type StoreAlertChannelKind = 'email' | 'slack' | 'webhook'

interface StoreAlertChannelsTable {
  /** As in `alert_channels.name`. */
  id: string
  store_id: StoreId
  kind: StoreAlertChannelKind
  sealed_receiver: string
  created_at: Date
}

export interface AlertMessageTables {
  alert_groups: AlertGroupsTable
  alert_messages: AlertMessagesTable
  alert_channels: AlertChannelsTable
  store_alert_channels: StoreAlertChannelsTable
}

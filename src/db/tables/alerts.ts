import type { Generated, JSONColumnType } from 'kysely'
import type { OrderId, StoreId } from '../../domain/ids.ts'

export const ALERT_KINDS = [
  'order_paid_twice',
  'order_paid_other_amount',
  'order_paid_after_cancellation',
  'refund_not_accepted_yet',
  'refund_refused',
  'refund_not_shown',
  'refund_awaits_approval',
  'refund_not_approved',
  'refund_outside_puente',
  'store_refund_not_possible',
  'gateway_key_refused',
  'saved_cards_disabled',
  'request_fields_dropped',
  'request_fields_refused',
  'task_given_up',
  'payment_not_at_gateway',
  'payment_differs',
  'payment_without_order',
  'gateway_data_unreadable',
  'store_disagrees',
  'store_access_refused',
  'store_frozen',
  'approval_limit_raised',
  'order_not_in_store',
  'order_id_reused',
  'store_data_unreadable',
  'store_not_compared',
  'differences_not_listed',
  'reconciliation_failed',
  'shop_unreachable',
  'shop_paused',
  'endpoint_failing',
  'endpoint_disabled',
  'gateway_unreachable',
  'webhooks_stopped',
  'previous_secret_in_use',
  'customer_data_requested',
  'refund_not_in_store',
  'payment_method_unknown',
  'api_version_ending',
  'alerts_not_delivered',
  'customer_mail_not_sent',
  'mail_server_failing',
  'card_page_script_blocked',
  'database_restored',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export interface AlertTables {
  alerts: {
    id: Generated<bigint>
    store_id: StoreId
    order_id: OrderId | null
    kind: AlertKind
    /** At most one alert per kind and subject is open. */
    subject: string
    /** For people; no secrets, no personal data. */
    details: JSONColumnType<Record<string, unknown>>
    opened_at: Date
    closed_at: Date | null
    group_id: Generated<bigint | null>
    assigned_to: Generated<string | null>
    note: Generated<string | null>
    noted_at: Generated<Date | null>
  }
}

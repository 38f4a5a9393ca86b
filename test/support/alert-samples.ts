import { customerToName } from '../../src/alerting/delivery/with-customers.ts'
import { composeMessage, type MessageAbout } from '../../src/alerting/groups/compose.ts'
import type { AlertMessage } from '../../src/alerting/messages/alert-message.ts'
import type { AlertGroupRow } from '../../src/db/alerts/alert-groups.ts'
import type { AlertRow, OrderRow, PaymentRow, StoreRow } from '../../src/db/db.ts'
import type { AlertKind } from '../../src/db/tables/alerts.ts'
import { OrderId, PaymentId, StoreId } from '../../src/domain/ids.ts'
import { affectedOrders, affectedWhole } from '../../src/texts/alerts/affected-orders.ts'
import { isOutage } from '../../src/texts/alerts/extent.ts'

const NOW = new Date('2026-11-22T22:08:00Z')
const OPENED = new Date('2026-11-22T22:03:00Z')
const STORE = StoreId.parse('tienda')
export const PUBLIC_URL = 'https://puente.example'

/** Kinds about a store or a channel, never about an order. */
const WITHOUT_ORDER: ReadonlySet<AlertKind> = new Set([
  'gateway_key_refused',
  'saved_cards_disabled',
  'store_frozen',
  'approval_limit_raised',
  'payment_without_order',
  'gateway_data_unreadable',
  'store_access_refused',
  'store_not_compared',
  'differences_not_listed',
  'reconciliation_failed',
  'endpoint_failing',
  'endpoint_disabled',
  'webhooks_stopped',
  'previous_secret_in_use',
  'customer_data_requested',
  'payment_method_unknown',
  'api_version_ending',
  'alerts_not_delivered',
  'mail_server_failing',
  'card_page_script_blocked',
  'database_restored',
])

export const namesOrder = (kind: AlertKind): boolean => !WITHOUT_ORDER.has(kind)

export const LAST_ERROR = 'the other side: HTTP 503'

const charge = (attempt: number) => ({
  id: `pay_0${attempt}`,
  attempt,
  amount: '320.50',
  currency: 'HNL',
  paid_at: '2026-11-22T21:43:00Z',
  gateway_payment_id: `7${attempt}`,
  is_effective: attempt === 1,
})

const refund = {
  ...{ refund: 'ref_1', amount: '40.00', currency: 'HNL', payment: 'pay_02' },
  words: ['Invalid transaction.'],
}
const failing = { since: OPENED.toISOString(), last_error: LAST_ERROR }
const failed = { run: 'rec_1', from: '2026-11-20', to: '2026-11-21', reason: LAST_ERROR }
const differs = { currency: 'HNL', payment: 'pay_01', differs: { amount: ['320.50', '90.00'] } }

/** Details as the code writes them; kinds that are not here have none. */
const DETAILS: Partial<Record<AlertKind, object>> = {
  order_paid_twice: { payments: [charge(1), charge(2)] },
  order_paid_other_amount: { payments: [charge(1)] },
  order_paid_after_cancellation: { payments: [charge(1)] },
  refund_not_accepted_yet: refund,
  refund_refused: refund,
  refund_not_shown: {
    ...refund,
    asked: [{ at: OPENED.toISOString(), kind: 'refund', answer: 'none' }],
    shown: [{ at: NOW.toISOString(), state: 'settled', refunded_amount: '10.00' }],
  },
  refund_awaits_approval: { ...refund, by: 'Ana', until: '2026-11-29T22:03:00Z' },
  refund_not_approved: refund,
  store_frozen: { since: OPENED.toISOString(), words: ['A stolen key'], by: 'Ana' },
  approval_limit_raised: {
    ...{ by: 'Ana', amount: '1000.00', currency: 'HNL', until: '2026-11-23T22:03:00Z' },
  },
  refund_outside_puente: { storeRefund: '9', amount: '40.00', currency: 'HNL' },
  store_refund_not_possible: { amount: '40.00', currency: 'HNL', because: 'above_rest' },
  request_fields_dropped: { fields: ['metadata.x'] },
  request_fields_refused: { fields: ['customer.phone', 'reason'] },
  task_given_up: {
    task_id: 'tsk_1',
    meanings: { es: 'No se pudo avisar a la tienda.', en: 'The store was not notified.' },
    last_error: LAST_ERROR,
  },
  payment_not_at_gateway: differs,
  payment_differs: differs,
  payment_without_order: {
    ...{ gateway_payment_id: '79', amount: '40.00', currency: 'HNL', external_reference: 'A-9' },
  },
  store_disagrees: { differs: { state: ['paid', 'pending'] } },
  store_data_unreadable: { order: 'A_1027', reason: LAST_ERROR },
  store_access_refused: { since: OPENED.toISOString(), reason: LAST_ERROR },
  store_not_compared: failed,
  differences_not_listed: { run: 'rec_1', listed: 200, more: 17, day: '2026-11-21' },
  reconciliation_failed: failed,
  shop_unreachable: failing,
  shop_paused: failing,
  endpoint_failing: {
    ...failing,
    url: 'https://erp.example/puente',
    until: '2026-11-27T22:03:00Z',
  },
  endpoint_disabled: { ...failing, url: 'https://erp.example/puente' },
  gateway_unreachable: failing,
  webhooks_stopped: { because: 'bad_signatures', reason: 'x', cure: 'y' },
  previous_secret_in_use: { until: '2026-11-23T22:03:00Z' },
  customer_data_requested: { request: 'r', export: '/v1/shopify/data-requests/r' },
  refund_not_in_store: { refund: 'ref_1', amount: '40.00', currency: 'HNL' },
  payment_method_unknown: {
    method: 'Tarjeta',
    command: 'npm run stores -- update --id tienda --add-payment-method=Tarjeta',
  },
  api_version_ending: { part: 'api', version: '2026-01', ends: '2027-01-01' },
  customer_mail_not_sent: { mail: 'receipt', state: 'refused' },
  mail_server_failing: { last_error: LAST_ERROR },
  alerts_not_delivered: { channel: 'email', ...failing },
  card_page_script_blocked: { sources: ['cdn.example', 'inline'] },
  database_restored: { since: '2026-11-23T22:03:00Z' },
}

export const KINDS_WITH_ERROR: readonly AlertKind[] = [
  'task_given_up',
  'store_data_unreadable',
  'store_access_refused',
  'store_not_compared',
  'reconciliation_failed',
  'shop_unreachable',
  'shop_paused',
  'endpoint_failing',
  'endpoint_disabled',
  'gateway_unreachable',
  'alerts_not_delivered',
  'mail_server_failing',
]

export interface SampleNames {
  number: string
  customer: { name?: string; email?: string }
  store?: string
}

const orderOf = (n: number, { number, customer }: SampleNames): OrderRow =>
  ({
    ...{ id: OrderId.parse(`ord_0${n}`), store_id: STORE, external_id: number, number },
    ...{ amount_minor: 32_050n, currency: 'HNL', customer, current_payment_id: 'pay_01' },
  }) as unknown as OrderRow

const paymentOf = (n: number): PaymentRow =>
  ({
    ...{ id: PaymentId.parse(`pay_0${n}`), state: 'paid', attempt: n, amount_minor: 32_050n },
    ...{ total_minor: null, currency: 'HNL', paid_at: OPENED, reported_at: null },
    ...{ gateway_payment_id: BigInt(70 + n), transaction_id: `txn_00${n}`, charge_check: null },
  }) as unknown as PaymentRow

export const sampleMessage = (
  kind: AlertKind,
  {
    names,
    count = 1,
    hasDetails = true,
    ...reader
  }: Pick<MessageAbout, 'language' | 'isForMerchant'> &
    Partial<Pick<MessageAbout, 'platform'>> & {
      names: SampleNames
      count?: number
      hasDetails?: boolean
    },
): AlertMessage => {
  const isOut = isOutage(kind)
  const alerts = Array.from({ length: count }, (_, n) => {
    const order = namesOrder(kind) && !isOut ? orderOf(n, names) : undefined
    const payments = order ? [paymentOf(1), paymentOf(2)] : []
    const alert = {
      ...{ id: BigInt(n), store_id: STORE, order_id: order?.id ?? null, kind, subject: `${n}` },
      ...{ details: hasDetails ? (DETAILS[kind] ?? {}) : {}, opened_at: OPENED, closed_at: null },
    } as unknown as AlertRow
    return { alert, db: { order, payments, refunds: [] } }
  })
  const { count: orders, first } = isOut
    ? { count: 1, first: [affectedWhole(orderOf(1, names))] }
    : affectedOrders(alerts, 10)
  const extent = { alerts: count, orders, minorByCurrency: { HNL: '32050' } }
  const group = {
    ...{ id: 1n, store_id: STORE, kind, cause: kind, opened_at: OPENED, sent_at: null },
  } as unknown as AlertGroupRow
  const store = { id: STORE, name: names.store ?? 'Tienda Sula' } as StoreRow
  const draft = composeMessage('alert.opened', {
    ...{ group, alerts, extent, affected: first, store, platform: undefined },
    ...{ publicUrl: PUBLIC_URL, now: NOW },
    ...reader,
  })
  const affected_orders = draft.data.affected_orders.map((each) => ({
    ...each,
    customer: customerToName(names.customer, PUBLIC_URL),
  }))
  return { id: 'alm_1', ...draft, data: { ...draft.data, affected_orders } }
}

export const SAMPLE_NOW = NOW

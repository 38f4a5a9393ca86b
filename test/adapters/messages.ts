import type { OrderRow, PaymentRow, RefundRow } from '../../src/db/db.ts'
import { OrderId, PaymentId, RefundId, StoreId } from '../../src/domain/ids.ts'
import type { OrderMessage, SavedCardMessage } from '../../src/payments/ports/storefront.ts'

const AT = new Date('2026-05-04T12:00:00Z')

const payment: PaymentRow = {
  id: PaymentId.parse('pay_1'),
  store_id: StoreId.parse('tienda'),
  order_id: OrderId.parse('ord_1'),
  attempt: 1,
  mode: 'hosted',
  payment_method_id: null,
  charge_id: null,
  decline: null,
  charge_check: null,
  reported_at: null,
  request_number: 0,
  pending_update: null,
  previous_payment_id: null,
  state: 'paid',
  amount_minor: 10_000n,
  currency: 'HNL',
  idempotency_key: 'pay_1',
  request: {},
  claimed_by: null,
  claimed_until: null,
  gateway_payment_id: 71n,
  checkout_url: null,
  transaction_id: 'tx-1',
  total_minor: 10_000n,
  service_fee_minor: 0n,
  sales_tax_minor: 0n,
  tip_minor: 0n,
  refunded_minor: 0n,
  last_asked_at: null,
  next_ask_at: null,
  expires_at: null,
  paid_at: AT,
  created_at: AT,
  updated_at: AT,
}

const orderRow = (externalId: string): OrderRow => ({
  id: OrderId.parse('ord_1'),
  store_id: StoreId.parse('tienda'),
  external_id: externalId,
  number: null,
  amount_minor: 10_000n,
  currency: 'HNL',
  description: null,
  customer: {},
  metadata: {},
  locale: 'es',
  follows_reader: false,
  success_url: null,
  cancel_url: null,
  status: 'paid',
  conflict: null,
  pay_token: 'the secret of the pay link',
  cancelled_at: null,
  cancelled_by: null,
  people_erased_at: null,
  fingerprint: null,
  request_number: 0,
  last_payment_error: null,
  checkout_mode: 'hosted',
  payable_until: null,
  time_over_at: null,
  current_payment_id: PaymentId.parse('pay_1'),
  paid_at: AT,
  created_at: AT,
  updated_at: AT,
})

export const refund = (
  id: string,
  amountMinor: bigint,
  changes: Partial<RefundRow> = {},
): RefundRow => ({
  id: RefundId.parse(id),
  store_id: StoreId.parse('tienda'),
  order_id: OrderId.parse('ord_1'),
  payment_id: PaymentId.parse('pay_1'),
  origin: 'portal',
  kind: 'refund',
  amount_minor: amountMinor,
  currency: 'HNL',
  reason: null,
  state: 'succeeded',
  idempotency_key: null,
  request_hash: null,
  requested_at: null,
  sends: [],
  readings: [],
  needs_attention: null,
  accepted_at: null,
  refusal: null,
  confirmed_at: null,
  created_at: AT,
  updated_at: AT,
  done_at: AT,
  ...changes,
})

let messages = 0

/** Builds a notification of an order of 100 lempiras; ids are unique. */
export const notificationOf = (
  externalId: string,
  {
    type = 'order.updated',
    order = {},
    payment: changes = {},
    refunds = [],
    ...message
  }: {
    type?: OrderMessage['type']
    order?: Partial<OrderRow>
    payment?: Partial<PaymentRow> | null
    refunds?: readonly RefundRow[]
  } & Partial<Pick<OrderMessage, 'id' | 'at' | 'charges'>> = {},
): OrderMessage => ({
  id: `msg_${externalId}_${++messages}`,
  // Ascending, because the later of two messages wins.
  at: new Date(AT.getTime() + messages * 1000),
  type,
  order: { ...orderRow(externalId), ...order },
  payment: changes && { ...payment, ...changes },
  charges: changes ? [{ ...payment, ...changes }] : [],
  refunds,
  ...message,
})

export const savedCardNotified = (customerId: string | null): SavedCardMessage => ({
  id: 'msg_card',
  type: 'payment_method.saved',
  at: AT,
  customerId,
  card: {
    id: 'pm_8f14e45f',
    brand: 'visa',
    last_four: '1111',
    exp_month: 12,
    exp_year: 2039,
    is_default: true,
  },
})

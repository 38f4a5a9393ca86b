import type { Order, Payment, Refund } from '../../adapters/adapter.ts'
import { OrderId, PaymentId, RefundId, StoreId } from '../../src/domain/ids.ts'
import type { OrderMessage, SavedCardMessage } from '../../src/payments/ports/storefront.ts'

const AT = new Date('2026-05-04T12:00:00Z')

const payment: Payment = {
  id: PaymentId.parse('pay_1'),
  attempt: 1,
  mode: 'hosted',
  charge_id: null,
  decline: null,
  decline_count: 0,
  declined_at: null,
  reported_at: null,
  state: 'paid',
  amount_minor: 10_000n,
  currency: 'HNL',
  gateway_payment_id: 71n,
  checkout_url: null,
  transaction_id: 'tx-1',
  total_minor: 10_000n,
  service_fee_minor: 0n,
  sales_tax_minor: 0n,
  tip_minor: 0n,
  refunded_minor: 0n,
  expires_at: null,
  paid_at: AT,
  created_at: AT,
}

const orderOf = (externalId: string): Order => ({
  id: OrderId.parse('ord_1'),
  store_id: StoreId.parse('tienda'),
  external_id: externalId,
  source: 'storefront',
  number: null,
  amount_minor: 10_000n,
  currency: 'HNL',
  description: null,
  customer: {},
  metadata: {},
  locale: 'es',
  follows_reader: false,
  status: 'paid',
  conflict: null,
  cancelled_by: null,
  fingerprint: null,
  last_payment_error: null,
  current_payment_id: PaymentId.parse('pay_1'),
  paid_at: AT,
  created_at: AT,
})

export const refund = (id: string, amountMinor: bigint, changes: Partial<Refund> = {}): Refund => ({
  id: RefundId.parse(id),
  order_id: OrderId.parse('ord_1'),
  payment_id: PaymentId.parse('pay_1'),
  origin: 'portal',
  kind: 'refund',
  amount_minor: amountMinor,
  currency: 'HNL',
  reason: null,
  state: 'succeeded',
  idempotency_key: null,
  needs_attention: null,
  approval: null,
  refusal: null,
  confirmed_at: null,
  created_at: AT,
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
    order?: Partial<Order>
    payment?: Partial<Payment> | null
    refunds?: readonly Refund[]
  } & Partial<Pick<OrderMessage, 'id' | 'at' | 'charges'>> = {},
): OrderMessage => ({
  id: `msg_${externalId}_${++messages}`,
  // Ascending, because the later of two messages wins.
  at: new Date(AT.getTime() + messages * 1000),
  type,
  order: { ...orderOf(externalId), ...order },
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

import { isDeepStrictEqual } from 'node:util'
import type { LedgerQuery, OrderRow, StoreRow } from '../ledger/ledger.ts'
import { takeAndLockOrder, updateOrder } from '../ledger/orders.ts'
import { addToTimeline } from '../ledger/timeline.ts'
import { formatMoney, type Money, moneyFromMinor } from '../platform/money.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import type { PaymentsContext } from './context.ts'

/** Takes an order that is new, and locks its row either way. */
export const takeOrder = async (
  trx: LedgerQuery,
  ctx: PaymentsContext,
  { store, request, now }: { store: StoreRow; request: CheckoutRequest; now: Date },
): Promise<{ order: OrderRow; isNew: boolean }> => {
  const taken = await takeAndLockOrder(trx, {
    id: ctx.ids.next('ord'),
    store_id: store.id,
    external_id: request.externalId,
    fingerprint: request.fingerprint ?? null,
    ...fieldsOfOrder(request),
    status: 'awaiting_payment',
    pay_token: ctx.ids.secret(18),
    created_at: now,
    updated_at: now,
  })
  if (taken.isNew) {
    const details = amountDetails(request.amount)
    await addToTimeline(trx, { at: now, order_id: taken.order.id, kind: 'order_taken', details })
  }
  return taken
}

const fieldsOfOrder = (request: CheckoutRequest) => ({
  number: request.number,
  amount_minor: request.amount.minor,
  currency: request.amount.currency.code,
  description: request.description,
  customer: JSON.stringify(request.customer),
  metadata: JSON.stringify(request.metadata),
  locale: request.locale,
  follows_reader: request.followsReader ?? false,
  checkout_mode: request.mode,
  success_url: request.successUrl,
  cancel_url: request.cancelUrl,
})

/** An amount as the timeline has it. */
export const amountDetails = (amount: Money) => ({
  amount: formatMoney(amount),
  currency: amount.currency.code,
})

/** Whether the shop says of an order what it said before. */
const saysTheSame = (order: OrderRow, request: CheckoutRequest): boolean => {
  const { customer, metadata, ...plain } = fieldsOfOrder(request)
  return (
    isDeepStrictEqual(order.customer, JSON.parse(customer)) &&
    isDeepStrictEqual(order.metadata, JSON.parse(metadata)) &&
    Object.entries(plain).every(([field, value]) => order[field as keyof OrderRow] === value)
  )
}

/** Brings a known order up to date with what the shop says of it now. */
export const changeOrder = async (
  trx: LedgerQuery,
  order: OrderRow,
  { request, now }: { request: CheckoutRequest; now: Date },
): Promise<OrderRow> => {
  if (saysTheSame(order, request)) return order
  const changed = await updateOrder(trx, order.id, {
    ...fieldsOfOrder(request),
    // Its customer is back.
    people_erased_at: null,
    // A time to pay is the card page's; a hosted checkout has its own.
    ...(order.checkout_mode === request.mode ? {} : { payable_until: null, time_over_at: null }),
    updated_at: now,
  })
  if (order.amount_minor !== changed.amount_minor || order.currency !== changed.currency) {
    const details = {
      from: amountDetails(moneyFromMinor(order.amount_minor, order.currency)),
      to: amountDetails(request.amount),
    }
    await addToTimeline(trx, { at: now, order_id: order.id, kind: 'order_changed', details })
  }
  return changed
}

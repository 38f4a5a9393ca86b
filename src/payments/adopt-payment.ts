import type { PaymentObject } from '../contract/payment.ts'
import type { LedgerQuery, PaymentRow } from '../ledger/ledger.ts'
import { insertPayment, paymentsOfOrder } from '../ledger/payments.ts'
import { addToTimeline } from '../ledger/timeline.ts'
import type { Ids } from '../platform/ids.ts'
import type { Money } from '../platform/money.ts'

/**
 * The gateway holds a payment that carries our reference and that we do not know, because it made
 * two of one creation (what it does with a reused idempotency key is not shown) and money was taken
 * on the one that we never heard of. It becomes an attempt of its own, so that the money is seen:
 * it pays the order, or the order is paid twice. The order's lock is held.
 */
export const adoptPayment = async (
  trx: LedgerQuery,
  {
    twin,
    found,
    amount,
    ids,
    now,
  }: { twin: PaymentRow; found: PaymentObject; amount: Money | undefined; ids: Ids; now: Date },
): Promise<PaymentRow> => {
  const attempts = await paymentsOfOrder(trx, twin.order_id)
  const adopted = await insertPayment(trx, {
    id: ids.next('pay'),
    store_id: twin.store_id,
    order_id: twin.order_id,
    attempt: attempts.length + 1,
    mode: twin.mode,
    state: 'pending',
    amount_minor: amount?.minor ?? twin.amount_minor,
    currency: amount?.currency.code ?? twin.currency,
    idempotency_key: `adopted:${twin.store_id}:${found.id}`,
    request: JSON.stringify(twin.request),
    gateway_payment_id: BigInt(found.id),
    checkout_url: found.checkout_url,
    expires_at: found.expires_at ?? null,
    created_at: now,
    updated_at: now,
  })
  await addToTimeline(trx, {
    at: now,
    order_id: twin.order_id,
    payment_id: adopted.id,
    kind: 'payment_adopted',
    details: { gateway_payment_id: found.id, twin_of: twin.id, attempt: adopted.attempt },
  })
  return adopted
}

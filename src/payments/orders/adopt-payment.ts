import type { PaymentObject } from '../../contract/payment.ts'
import type { DbQuery, PaymentRow } from '../../db/db.ts'
import { insertPayment, paymentsOfOrder } from '../../db/payments.ts'
import { addToTimeline } from '../../db/timeline.ts'
import type { Money } from '../../domain/money.ts'
import type { Ids } from '../../runtime/ids.ts'

/**
 * The gateway holds a payment that carries our reference and that we do not know, because it made
 * two of one creation (what it does with a reused idempotency key is not shown) and money was taken
 * on the one that we never heard of. It becomes an attempt of its own, so that the money is seen:
 * it pays the order, or the order is paid twice. The order's lock is held.
 */
export const adoptPayment = async (
  trx: DbQuery,
  {
    duplicate,
    found,
    amount,
    ids,
    now,
  }: {
    duplicate: PaymentRow
    found: PaymentObject
    amount: Money | undefined
    ids: Ids
    now: Date
  },
): Promise<PaymentRow> => {
  const attempts = await paymentsOfOrder(trx, duplicate.order_id)
  const adopted = await insertPayment(trx, {
    id: ids.next('pay'),
    store_id: duplicate.store_id,
    order_id: duplicate.order_id,
    attempt: attempts.length + 1,
    mode: duplicate.mode,
    state: 'pending',
    amount_minor: amount?.minor ?? duplicate.amount_minor,
    currency: amount?.currency.code ?? duplicate.currency,
    idempotency_key: `adopted:${duplicate.store_id}:${found.id}`,
    request: JSON.stringify(duplicate.request),
    gateway_payment_id: BigInt(found.id),
    checkout_url: found.checkout_url,
    expires_at: found.expires_at ?? null,
    created_at: now,
    updated_at: now,
  })
  await addToTimeline(trx, {
    at: now,
    order_id: duplicate.order_id,
    payment_id: adopted.id,
    kind: 'payment_adopted',
    details: { gateway_payment_id: found.id, duplicate_of: duplicate.id, attempt: adopted.attempt },
  })
  return adopted
}

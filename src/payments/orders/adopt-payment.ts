import type { PaymentObject } from '../../contract/payment.ts'
import type { PaymentRow } from '../../db/db.ts'
import type { Money } from '../../domain/money.ts'
import type { Ids } from '../../runtime/ids.ts'
import { addLine, addPayment } from './change-held.ts'
import type { HeldOrder } from './held-order.ts'

/**
 * The gateway holds a payment that carries our reference and that we do not know, because it made
 * two of one creation (what it does with a reused idempotency key is not shown) and money was taken
 * on the one that we never heard of. It becomes an attempt of its own, so that the money is seen:
 * it pays the order, or the order is paid twice.
 */
export const adoptPayment = (
  held: HeldOrder,
  {
    duplicate,
    found,
    amount,
    ids,
  }: { duplicate: PaymentRow; found: PaymentObject; amount: Money | undefined; ids: Ids },
): PaymentRow => {
  const adopted = addPayment(held, {
    id: ids.next('pay'),
    mode: duplicate.mode,
    state: 'pending',
    amount_minor: amount?.minor ?? duplicate.amount_minor,
    currency: amount?.currency.code ?? duplicate.currency,
    idempotency_key: `adopted:${duplicate.store_id}:${found.id}`,
    request: duplicate.request,
    gateway_payment_id: BigInt(found.id),
    checkout_url: found.checkout_url,
    expires_at: found.expires_at ?? null,
  })
  addLine(held, {
    payment_id: adopted.id,
    kind: 'payment_adopted',
    details: { gateway_payment_id: found.id, duplicate_of: duplicate.id, attempt: adopted.attempt },
  })
  return adopted
}

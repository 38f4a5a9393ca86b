import type { PaymentObject } from '../../../contract/payment.ts'
import type { PaymentRow } from '../../../db/db.ts'
import type { Money } from '../../../domain/money.ts'
import type { Ids } from '../../../runtime/ids.ts'
import { addLine, addPayment } from '../change-held.ts'
import type { HeldOrder } from '../held-order.ts'

/**
 * Adds an unknown payment with our reference as an attempt: the gateway created two for one request
 * (the effect of a reused key is undocumented), and the customer paid the unknown one. It pays the
 * order or counts as paid twice.
 */
export const adoptPayment = (
  held: HeldOrder,
  about: { duplicate: PaymentRow; found: PaymentObject; amount: Money | undefined; ids: Ids },
): PaymentRow => {
  const { duplicate, found, amount, ids } = about
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

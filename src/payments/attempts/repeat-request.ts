import type { PaymentRow } from '../../db/db.ts'
import { replaceRequest } from '../../db/payments/payments.ts'
import type { BeginRetry } from '../../gateway/retry-without.ts'
import { withoutFields } from '../../gateway/retry-without.ts'
import { updatePayment } from '../orders/change-held.ts'
import { decideOrder, type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { noteRefusedFields } from '../orders/note-refused-fields.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { claimFor } from './intend-payment.ts'

/**
 * Commits one retry without the refused fields, with its own body and idempotency key, so that a
 * lost response is recovered as usual. Only while the payment is open and `isStillNeeded` agrees.
 */
export const repetitionOf =
  (
    ctx: PaymentsContext,
    payment: PaymentRow,
    {
      calls,
      isStillNeeded = () => true,
    }: { calls: number; isStillNeeded?: (held: HeldOrder) => boolean },
  ): BeginRetry =>
  (names) =>
    decideOrder(ctx, payment.order_id, async (held, trx) => {
      const { id, state, idempotency_key: lastKey, request } = paymentOf(held, payment.id)
      // The first request's key is the payment's id.
      const isFirst = lastKey === payment.idempotency_key && lastKey === id
      if (!isFirst || state !== 'intended' || !isStillNeeded(held)) return undefined
      const idempotencyKey = `${id}-2`
      await replaceRequest(trx, id, { request: withoutFields(request, names), idempotencyKey })
      updatePayment(held, id, claimFor(ctx, held.now, calls))
      noteRefusedFields(held, { names, paymentId: id })
      return { idempotencyKey }
    })

import type { PaymentRow } from '../../db/db.ts'
import { replaceRequest } from '../../db/payments.ts'
import type { BeginRepetition } from '../../gateway/repeat-without.ts'
import { without } from '../../gateway/repeat-without.ts'
import { updatePayment } from '../orders/change-held.ts'
import { decideOrder, type HeldOrder, paymentOf } from '../orders/held-order.ts'
import { noteRefusedFields } from '../orders/note-refused-fields.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { claimFor } from './intend-payment.ts'

/**
 * Commits that an attempt is sent once more without fields that the gateway refused: its request and
 * a new idempotency key, so that a lost answer is found out like that of the first request. It is
 * repeated once at most, and not if it has come to an end meanwhile, or `isStillWanted` says no.
 */
export const repetitionOf =
  (
    ctx: PaymentsContext,
    payment: PaymentRow,
    {
      calls,
      isStillWanted = () => true,
    }: { calls: number; isStillWanted?: (held: HeldOrder) => boolean },
  ): BeginRepetition =>
  (names) =>
    decideOrder(ctx, payment.order_id, async (held, trx) => {
      const { id, state, idempotency_key: lastKey, request } = paymentOf(held, payment.id)
      // A repetition has another key than the first request, which has the id of the attempt.
      const isFirst = lastKey === payment.idempotency_key && lastKey === id
      if (!isFirst || state !== 'intended' || !isStillWanted(held)) return undefined
      const idempotencyKey = `${id}-2`
      await replaceRequest(trx, id, { request: without(request, names), idempotencyKey })
      updatePayment(held, id, claimFor(ctx, held.now, calls))
      noteRefusedFields(held, { names, paymentId: id })
      return { idempotencyKey }
    })

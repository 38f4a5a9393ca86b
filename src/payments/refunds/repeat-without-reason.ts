import type { RefundRow } from '../../db/db.ts'
import { latestInTimeline } from '../../db/timeline.ts'
import type { BeginRepetition } from '../../gateway/repeat-without.ts'
import { decideOrder } from '../orders/held-order.ts'
import { noteRefusedFields } from '../orders/note-refused-fields.ts'
import type { RefundWork } from './refund-work.ts'

/**
 * Retries a void or refund without its refused reason within the same send: the first request had
 * no effect, so a lost response counts as one unanswered send. Records it once per refund.
 */
export const repetitionWithoutReason =
  ({ ctx }: RefundWork, refund: RefundRow): BeginRepetition =>
  (names) =>
    decideOrder(ctx, refund.order_id, async (held, trx) => {
      const latest = held.refunds.find(({ id }) => id === refund.id)
      const isOfThisTry = latest?.requested_at?.getTime() === refund.requested_at?.getTime()
      if (latest?.state !== 'requested' || !isOfThisTry) return undefined
      const { id, payment_id: paymentId } = refund
      const told = await latestInTimeline(trx, held.order.id, 'request_fields_refused')
      if (told?.details.refund !== id) noteRefusedFields(held, { names, paymentId, refund: id })
      return { idempotencyKey: id }
    })

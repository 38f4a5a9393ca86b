import type { DbQuery, RefundRow } from '../../db/db.ts'
import { findRefund, findRefundByKey } from '../../db/payments/refunds.ts'
import type { RefundId } from '../../domain/ids.ts'
import { addLine, updateRefund } from '../orders/change-held.ts'
import { type HeldOrder, holdOrder, writeHeld } from '../orders/held-order.ts'
import { lineOfRefund } from '../orders/refunds/refund-transitions.ts'

/**
 * Links a portal refund to the store's request key, so that a request with this key refunds nothing
 * more. Skips a refund or key that is already linked.
 */
export const linkRefund = (
  query: DbQuery,
  { refundId, requestKey, now }: { refundId: RefundId; requestKey: string; now: Date },
): Promise<void> =>
  query.transaction().execute(async (trx) => {
    const known = await findRefund(trx, refundId)
    if (!known) return
    // A link sends no notification.
    const held = await holdOrder(trx, { clock: { now: () => now }, platforms: [] }, known.order_id)
    const refund = held.refunds.find(({ id }) => id === refundId)
    if (!refund || refund.idempotency_key !== null) return
    if (await findRefundByKey(trx, refund.store_id, requestKey)) return
    linkToKey(held, refundId, requestKey)
    await writeHeld(trx, held)
  })

/** Expects an unlinked refund and an unused key. */
export const linkToKey = (held: HeldOrder, id: RefundId, requestKey: string): RefundRow => {
  const linked = updateRefund(held, id, { idempotency_key: requestKey })
  addLine(held, lineOfRefund(linked, 'refund_recorded'))
  return linked
}

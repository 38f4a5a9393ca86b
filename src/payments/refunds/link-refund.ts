import type { DbQuery, RefundRow } from '../../db/db.ts'
import { findRefund, findRefundByKey } from '../../db/refunds.ts'
import type { RefundId } from '../../domain/ids.ts'
import { addLine, updateRefund } from '../orders/change-held.ts'
import { type HeldOrder, holdOrder, writeHeld } from '../orders/held-order.ts'
import { lineOfRefund } from '../orders/refund-transitions.ts'

/**
 * A refund that the store may ask for, or ask for again, under `requestKey` stands for money that went
 * back already, by the gateway's portal: from now on that key asks for nothing else. What has a key
 * keeps it, and a key that has asked for something by now stays with that.
 */
export const linkRefund = (
  query: DbQuery,
  { refundId, requestKey, now }: { refundId: RefundId; requestKey: string; now: Date },
): Promise<void> =>
  query.transaction().execute(async (trx) => {
    const known = await findRefund(trx, refundId)
    if (!known) return
    // Nobody is notified of a link.
    const held = await holdOrder(trx, { clock: { now: () => now }, platforms: [] }, known.order_id)
    const refund = held.refunds.find(({ id }) => id === refundId)
    if (!refund || refund.idempotency_key !== null) return
    if (await findRefundByKey(trx, refund.store_id, requestKey)) return
    linkToKey(held, refundId, requestKey)
    await writeHeld(trx, held)
  })

/** Neither the refund nor the key is linked to anything. */
export const linkToKey = (held: HeldOrder, id: RefundId, requestKey: string): RefundRow => {
  const linked = updateRefund(held, id, { idempotency_key: requestKey })
  addLine(held, lineOfRefund(linked, 'refund_recorded'))
  return linked
}

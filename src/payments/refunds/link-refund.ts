import type { DbQuery, RefundRow } from '../../db/db.ts'
import { lockOrder } from '../../db/orders.ts'
import { findRefundByKey, getRefund, updateRefund } from '../../db/refunds.ts'
import type { RefundId } from '../../domain/ids.ts'
import { noteRefund } from '../orders/refund-transitions.ts'

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
    const { order_id, store_id } = await getRefund(trx, refundId)
    await lockOrder(trx, order_id)
    const refund = await getRefund(trx, refundId)
    if (refund.idempotency_key !== null) return
    if (await findRefundByKey(trx, store_id, requestKey)) return
    await linkToKey(trx, refund, requestKey, now)
  })

/** The order's lock is held, and neither the refund nor the key is linked to anything. */
export const linkToKey = async (
  trx: DbQuery,
  { id }: RefundRow,
  requestKey: string,
  now: Date,
): Promise<RefundRow> => {
  const linked = await updateRefund(trx, id, { idempotency_key: requestKey, updated_at: now })
  await noteRefund(trx, linked, { kind: 'refund_recorded', now })
  return linked
}

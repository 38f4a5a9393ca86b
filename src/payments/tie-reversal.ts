import type { LedgerQuery, ReversalRow } from '../ledger/ledger.ts'
import { lockOrder } from '../ledger/orders.ts'
import { findReversalByKey, getReversal, updateReversal } from '../ledger/reversals.ts'
import { noteReversal } from './settle-reversals.ts'

/**
 * A refund that the store may ask for, or ask for again, under `requestKey` stands for money that went
 * back already, by the gateway's portal: from now on that key asks for nothing else. What has a key
 * keeps it, and a key that has asked for something by now stays with that.
 */
export const tieReversal = (
  query: LedgerQuery,
  { reversalId, requestKey, now }: { reversalId: string; requestKey: string; now: Date },
): Promise<void> =>
  query.transaction().execute(async (trx) => {
    const { order_id, store_id } = await getReversal(trx, reversalId)
    await lockOrder(trx, order_id)
    const reversal = await getReversal(trx, reversalId)
    if (reversal.idempotency_key !== null) return
    if (await findReversalByKey(trx, store_id, requestKey)) return
    await tieToKey(trx, reversal, requestKey, now)
  })

/** The order's lock is held, and neither the reversal nor the key is tied to anything. */
export const tieToKey = async (
  trx: LedgerQuery,
  { id }: ReversalRow,
  requestKey: string,
  now: Date,
): Promise<ReversalRow> => {
  const tied = await updateReversal(trx, id, { idempotency_key: requestKey, updated_at: now })
  await noteReversal(trx, tied, { kind: 'reversal_recorded', now })
  return tied
}

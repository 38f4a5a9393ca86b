import type { OrderRow, ReversalRow } from '../ledger/ledger.ts'
import { findOrderOfStore, lockOrder } from '../ledger/orders.ts'
import { paymentsOfOrder } from '../ledger/payments.ts'
import { findReversal, findReversalByKey } from '../ledger/reversals.ts'
import { type PaymentsContext, WORK_SIGNAL } from './context.ts'
import { settleOrder } from './record-observation.ts'
import { withdraw } from './settle-reversals.ts'
import { isOverdueToBeShown } from './wait-with-reversal.ts'

export type WithdrawalOutcome =
  /** Be it that it was withdrawn before. */
  | { outcome: 'withdrawn'; order: OrderRow; reversal: ReversalRow }
  | { outcome: 'no-such-order' }
  | { outcome: 'no-such-refund' }
  /** The gateway is being asked for it, or it has come to another end. */
  | { outcome: 'too-late'; reversal: ReversalRow }

/** The gateway does not do it now, or cannot be asked because it is away. */
const isUnasked = ({ state }: ReversalRow): boolean => state === 'waiting' || state === 'intended'

/**
 * Takes a wish to give money back that only waits off the order. Decides under the order's lock,
 * so that nothing is withdrawn that the gateway is asked for at that moment. What it was asked for
 * and has not shown for a day is withdrawn as well: then a person has looked for it.
 */
export const withdrawReversal = async (
  ctx: PaymentsContext,
  {
    storeId,
    orderExternalId,
    asked,
  }: {
    storeId: string
    orderExternalId: string
    /** By its id, or by the key under which the shop asked for it: it may not have heard the id. */
    asked: { reversalId: string } | { idempotencyKey: string }
  },
): Promise<WithdrawalOutcome> => {
  const known = await findOrderOfStore(ctx.ledger.query, storeId, orderExternalId)
  if (!known) return { outcome: 'no-such-order' }
  const outcome = await ctx.ledger.query
    .transaction()
    .execute(async (trx): Promise<WithdrawalOutcome> => {
      const order = await lockOrder(trx, known.id)
      const reversal =
        'reversalId' in asked
          ? await findReversal(trx, asked.reversalId)
          : await findReversalByKey(trx, storeId, asked.idempotencyKey)
      if (reversal?.order_id !== order.id) return { outcome: 'no-such-refund' }
      if (reversal.state === 'withdrawn') return { outcome: 'withdrawn', order, reversal }
      const now = ctx.clock.now()
      if (!isUnasked(reversal) && !isOverdueToBeShown(reversal, now)) {
        return { outcome: 'too-late', reversal }
      }
      const withdrawn = await withdraw(trx, reversal, now)
      // What the store's policy wants given back has its turn now.
      const payments = await paymentsOfOrder(trx, order.id)
      const settled = await settleOrder(trx, { order, before: payments, after: payments, now })
      return { outcome: 'withdrawn', order: settled.order, reversal: withdrawn }
    })
  ctx.signals.send(WORK_SIGNAL)
  return outcome
}

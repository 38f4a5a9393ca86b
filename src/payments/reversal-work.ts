import type { PaymentObject } from '../contract/payment.ts'
import type { Gateway } from '../gateway/client.ts'
import type { Failure } from '../gateway/outcomes.ts'
import type { PaymentRow, ReversalRow } from '../ledger/ledger.ts'
import { lockOrder } from '../ledger/orders.ts'
import { findReversal, updateReversal } from '../ledger/reversals.ts'
import { orderLog, type PaymentsContext } from './context.ts'
import { recordObservation } from './record-observation.ts'
import { wasCharged } from './rules/advance.ts'
import { observePayment } from './rules/observe.ts'
import { isOver } from './rules/reversal-states.ts'
import type { TaskOutcome } from './task-outcome.ts'

/** One try to give money back. */
export interface ReversalWork {
  ctx: PaymentsContext
  gateway: Gateway
  payment: PaymentRow
  /** An earlier try got no answer: what the gateway refuses now, it may have done then. */
  mayBeDone: boolean
}

/**
 * Changes a reversal under its order's lock. `undefined`: it came to an end meanwhile, or another try
 * has begun to ask the gateway since `reversal` was read. A process that seems gone may still be at
 * its try, so a task being ours does not mean that nobody else carries it out; `requested_at` tells
 * the tries apart, and only one of them gets to ask. What the gateway has accepted counts in any case.
 */
export const changeReversal = (
  { ctx }: Pick<ReversalWork, 'ctx'>,
  reversal: ReversalRow,
  changes: Parameters<typeof updateReversal>[2],
): Promise<ReversalRow | undefined> =>
  ctx.ledger.query.transaction().execute(async (trx) => {
    await lockOrder(trx, reversal.order_id)
    const latest = await findReversal(trx, reversal.id)
    if (!latest || isOver(latest)) return undefined
    const isOfThisTry = latest.requested_at?.getTime() === reversal.requested_at?.getTime()
    if (!isOfThisTry && changes.state !== 'accepted') return undefined
    return updateReversal(trx, reversal.id, { ...changes, updated_at: ctx.clock.now() })
  })

/** How a try ends that could not change its reversal, which is over or has gone to another try. */
export const endOfLostTry = async (
  work: Pick<ReversalWork, 'ctx'>,
  reversal: ReversalRow,
): Promise<TaskOutcome> => ({
  outcome: isOver(await latestOf(work, reversal)) ? 'done' : 'busy',
})

export const latestOf = async (
  { ctx }: Pick<ReversalWork, 'ctx'>,
  reversal: ReversalRow,
): Promise<ReversalRow> => (await findReversal(ctx.ledger.query, reversal.id)) ?? reversal

export type PaymentRead =
  /**
   * `showsAll`: everything that was given back is in it, so what it does not show was not done. A
   * payment that is refunded in part and says no sum, or that cannot be read, is no such proof.
   */
  { outcome: 'read'; showsAll: boolean } | Failure

/** Reads the payment of a reversal, and records what it shows. */
export const readPayment = async (work: ReversalWork): Promise<PaymentRead> => {
  const id = work.payment.gateway_payment_id
  if (id === null) return { outcome: 'read', showsAll: false }
  const answer = await work.gateway.getPayment(Number(id))
  if (answer.outcome !== 'found') return answer
  return { outcome: 'read', showsAll: await recordShown(work, answer.payment) }
}

/** Records a payment as it was shown. Returns whether it shows all that was given back. */
export const recordShown = async (
  { ctx, payment }: ReversalWork,
  shown: PaymentObject,
): Promise<boolean> => {
  const observed = observePayment(shown)
  const log = orderLog(ctx.log, { id: payment.order_id, store_id: payment.store_id })
  if (observed.kind === 'unreadable') {
    log.error({ payment: payment.id, detail: observed.detail }, 'payment is unreadable')
    return false
  }
  const now = ctx.clock.now()
  await ctx.ledger.query
    .transaction()
    .execute((trx) =>
      recordObservation(trx, { orderId: payment.order_id, paymentId: payment.id, observed, now }),
    )
  return wasCharged(observed.standing.state) && !observed.lacksRefundSum
}

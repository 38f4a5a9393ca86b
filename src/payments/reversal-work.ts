import type { PaymentObject } from '../contract/payment.ts'
import type { PaymentState } from '../contract/payment-states.ts'
import type { Gateway } from '../gateway/client.ts'
import type { Failure } from '../gateway/outcomes.ts'
import type { PaymentRow, ReversalRow } from '../ledger/ledger.ts'
import { lockOrder } from '../ledger/orders.ts'
import { findReversal, updateReversal } from '../ledger/reversals.ts'
import { orderLog, type PaymentsContext } from './context.ts'
import { recordObservation } from './record-observation.ts'
import { wasCharged } from './rules/advance.ts'
import { observePayment } from './rules/observe.ts'
import { unansweredSends } from './rules/repeat-refund.ts'
import { isOver } from './rules/reversal-states.ts'
import type { TaskOutcome } from './task-outcome.ts'

/** One try to give money back. */
export interface ReversalWork {
  ctx: PaymentsContext
  gateway: Gateway
  payment: PaymentRow
}

/** An earlier try got no answer: what the gateway refuses now, it may have done then. */
export const mayBeDone = ({ sends }: ReversalRow): boolean => unansweredSends(sends).length > 0

type Changes = Parameters<typeof updateReversal>[2]

/**
 * Changes a reversal under its order's lock. `undefined`: it came to an end meanwhile, or another try
 * has begun to ask the gateway since `reversal` was read. A process that seems gone may still be at
 * its try, so a task being ours does not mean that nobody else carries it out; `requested_at` tells
 * the tries apart, and only one of them gets to ask. What the gateway has accepted counts in any case.
 */
export const changeReversal = (
  { ctx }: Pick<ReversalWork, 'ctx'>,
  reversal: ReversalRow,
  change: Changes | ((latest: ReversalRow) => Changes),
): Promise<ReversalRow | undefined> =>
  ctx.ledger.query.transaction().execute(async (trx) => {
    await lockOrder(trx, reversal.order_id)
    const latest = await findReversal(trx, reversal.id)
    if (!latest || isOver(latest)) return undefined
    const changes = typeof change === 'function' ? change(latest) : change
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

/** How a payment was shown that says of each refund whether it was made. */
export interface ShownRefunds {
  state: PaymentState
  refundedMinor: bigint
}

export type PaymentRead =
  /**
   * `shown`: what it does not show was not made, as far as it shows refunds in time. A payment that
   * is refunded in part and says no sum, or that cannot be read, shows nothing.
   */
  { outcome: 'read'; shown: ShownRefunds | undefined } | Failure

/** Reads the payment of a reversal, and records what it shows. */
export const readPayment = async (work: ReversalWork): Promise<PaymentRead> => {
  const id = work.payment.gateway_payment_id
  if (id === null) return { outcome: 'read', shown: undefined }
  const answer = await work.gateway.getPayment(Number(id))
  if (answer.outcome !== 'found') return answer
  return { outcome: 'read', shown: await recordShown(work, answer.payment) }
}

/** Records a payment as it was shown. Returns what it shows of its refunds, if it does. */
export const recordShown = async (
  { ctx, payment }: ReversalWork,
  shown: PaymentObject,
): Promise<ShownRefunds | undefined> => {
  const observed = observePayment(shown)
  const log = orderLog(ctx.log, { id: payment.order_id, store_id: payment.store_id })
  if (observed.kind === 'unreadable') {
    log.error({ payment: payment.id, detail: observed.detail }, 'payment is unreadable')
    return undefined
  }
  const now = ctx.clock.now()
  await ctx.ledger.query
    .transaction()
    .execute((trx) =>
      recordObservation(trx, { orderId: payment.order_id, paymentId: payment.id, observed, now }),
    )
  const { state, refundedMinor } = observed.standing
  return wasCharged(state) && !observed.lacksRefundSum ? { state, refundedMinor } : undefined
}

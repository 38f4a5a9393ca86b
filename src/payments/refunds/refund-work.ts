import type { PaymentObject } from '../../contract/payment.ts'
import type { PaymentState } from '../../contract/payment-states.ts'
import type { PaymentRow, RefundRow } from '../../db/db.ts'
import { lockOrder } from '../../db/orders.ts'
import { findRefund, updateRefund } from '../../db/refunds.ts'
import type { Gateway } from '../../gateway/client.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { orderLog, type PaymentsContext } from '../context.ts'
import { recordObservation } from '../orders/record-observation.ts'
import { wasCharged } from '../orders/rules/advance.ts'
import { observePayment } from '../orders/rules/observe.ts'
import { isOver } from '../orders/rules/refund-states.ts'
import type { TaskOutcome } from '../task-outcome.ts'
import { unansweredSends } from './rules/repeat-refund.ts'

/** One try to give money back. */
export interface RefundWork {
  ctx: PaymentsContext
  gateway: Gateway
  payment: PaymentRow
}

/** An earlier try got no answer: what the gateway refuses now, it may have done then. */
export const mayBeDone = ({ sends }: RefundRow): boolean => unansweredSends(sends).length > 0

type Changes = Parameters<typeof updateRefund>[2]

/**
 * Changes a reversal under its order's lock. `undefined`: it came to an end meanwhile, or another try
 * has begun to ask the gateway since `reversal` was read. A process that seems gone may still be at
 * its try, so a task being ours does not mean that nobody else carries it out; `requested_at` tells
 * the tries apart, and only one of them gets to ask. What the gateway has accepted counts in any case.
 */
export const changeRefund = (
  { ctx }: Pick<RefundWork, 'ctx'>,
  refund: RefundRow,
  change: Changes | ((latest: RefundRow) => Changes),
): Promise<RefundRow | undefined> =>
  ctx.db.query.transaction().execute(async (trx) => {
    await lockOrder(trx, refund.order_id)
    const latest = await findRefund(trx, refund.id)
    if (!latest || isOver(latest)) return undefined
    const changes = typeof change === 'function' ? change(latest) : change
    const isOfThisTry = latest.requested_at?.getTime() === refund.requested_at?.getTime()
    if (!isOfThisTry && changes.state !== 'accepted') return undefined
    return updateRefund(trx, refund.id, { ...changes, updated_at: ctx.clock.now() })
  })

/** How a try ends that could not change its reversal, which is over or has gone to another try. */
export const endOfLostTry = async (
  work: Pick<RefundWork, 'ctx'>,
  refund: RefundRow,
): Promise<TaskOutcome> => ({
  outcome: isOver(await latestOf(work, refund)) ? 'done' : 'busy',
})

export const latestOf = async (
  { ctx }: Pick<RefundWork, 'ctx'>,
  refund: RefundRow,
): Promise<RefundRow> => (await findRefund(ctx.db.query, refund.id)) ?? refund

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
export const readPayment = async (work: RefundWork): Promise<PaymentRead> => {
  const id = work.payment.gateway_payment_id
  if (id === null) return { outcome: 'read', shown: undefined }
  const answer = await work.gateway.getPayment(Number(id))
  if (answer.outcome !== 'found') return answer
  return { outcome: 'read', shown: await recordShown(work, answer.payment) }
}

/** Records a payment as it was shown. Returns what it shows of its refunds, if it does. */
export const recordShown = async (
  { ctx, payment }: RefundWork,
  shown: PaymentObject,
): Promise<ShownRefunds | undefined> => {
  const observed = observePayment(shown)
  const log = orderLog(ctx.log, { id: payment.order_id, store_id: payment.store_id })
  if (observed.kind === 'unreadable') {
    log.error({ payment: payment.id, detail: observed.detail }, 'payment is unreadable')
    return undefined
  }
  const now = ctx.clock.now()
  await ctx.db.query
    .transaction()
    .execute((trx) =>
      recordObservation(trx, { orderId: payment.order_id, paymentId: payment.id, observed, now }),
    )
  const { state, refundedMinor } = observed.derived
  return wasCharged(state) && !observed.lacksRefundSum ? { state, refundedMinor } : undefined
}

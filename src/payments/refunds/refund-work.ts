import type { PaymentObject } from '../../contract/payment.ts'
import type { PaymentRow, RefundRow } from '../../db/db.ts'
import type { RefundEventReading } from '../../db/tables/refunds.ts'
import type { RefundChanges } from '../../db/write-changes.ts'
import type { Gateway } from '../../gateway/client.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import { updateRefund } from '../orders/change-held.ts'
import { decideOrder, type HeldOrder } from '../orders/held-order.ts'
import { recordObservation } from '../orders/record-observation.ts'
import { type PaymentStatus, wasCharged } from '../orders/rules/advance.ts'
import { observePayment } from '../orders/rules/observe.ts'
import { isOver, unansweredSends } from '../orders/rules/refund-states.ts'
import { orderLog, type PaymentsContext } from '../ports/context.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'

export interface RefundWork {
  ctx: PaymentsContext
  gateway: Gateway
  payment: PaymentRow
  reading?: RefundEventReading | undefined
}

/** Refund after a transition, or the outcome that ends the try. */
export type Step = { next: 'go-on'; refund: RefundRow } | { next: 'end'; outcome: TaskOutcome }

export const endWith = (outcome: TaskOutcome): Step => ({ next: 'end', outcome })

export const DONE: TaskOutcome = { outcome: 'done' }
export const BUSY: TaskOutcome = { outcome: 'busy' }

/** An unanswered send may have made the refund that the gateway refuses now. */
export const mayBeDone = ({ sends }: RefundRow): boolean => unansweredSends(sends).length > 0

/**
 * Changes a refund under its order's lock. Ends the try if the refund is over, or if another try
 * began a send since `refund` was read: a process that seems gone may still run, so `requested_at`
 * identifies the tries. Never begins a send while another is in flight or accepted; an acceptance
 * always counts. `also` may return the outcome that ends the try.
 */
export const transition = (
  { ctx }: RefundWork,
  { id, order_id, requested_at }: RefundRow,
  change: RefundChanges | ((latest: RefundRow, held: HeldOrder) => RefundChanges),
  also?: (held: HeldOrder, changed: RefundRow) => TaskOutcome | undefined,
): Promise<Step> =>
  decideOrder(ctx, order_id, (held): Step => {
    const latest = held.refunds.find((each) => each.id === id)
    if (!latest || isOver(latest)) return endWith(DONE)
    const changes = typeof change === 'function' ? change(latest, held) : change
    const isOtherTry = latest.requested_at?.getTime() !== requested_at?.getTime()
    const isSent = latest.state === 'requested' || latest.accepted_at !== null
    if (changes.state === 'requested' && isSent) return endWith(BUSY)
    if (isOtherTry && changes.state !== 'accepted') return endWith(BUSY)
    const refund = updateRefund(held, id, changes)
    const outcome = also?.(held, refund)
    return outcome ? endWith(outcome) : { next: 'go-on', refund }
  })

export const endTry = async (
  work: RefundWork,
  refund: RefundRow,
  change: RefundChanges,
  end: (held: HeldOrder, changed: RefundRow) => TaskOutcome,
): Promise<TaskOutcome> => {
  const step = await transition(work, refund, change, end)
  return step.next === 'end' ? step.outcome : DONE
}

/** Reading of a payment with conclusive refunds. */
export type ShownRefunds = Pick<PaymentStatus, 'state' | 'refunded_minor'>

export interface ShownPayment {
  outcome: 'shown'
  refund: RefundRow
  /**
   * A refund missing here does not exist, unless the gateway lags. `undefined`: no sum, or
   * unreadable.
   */
  refunds: ShownRefunds | undefined
  /** The order has portal refunds. */
  hasOthers: boolean
}

export const readPayment = async (
  work: RefundWork,
  refund: RefundRow,
): Promise<ShownPayment | Failure> => {
  const id = work.payment.gateway_payment_id
  if (id === null) return { outcome: 'shown', refund, refunds: undefined, hasOthers: true }
  const answer = await work.gateway.getPayment(Number(id))
  return answer.outcome === 'found' ? recordShown(work, refund, answer.payment) : answer
}

/** Records a shown payment and returns the refund after it. */
export const recordShown = async (
  { ctx, payment }: RefundWork,
  refund: RefundRow,
  shown: PaymentObject,
): Promise<ShownPayment> => {
  const observed = observePayment(shown)
  const log = orderLog(ctx.log, { id: payment.order_id, store_id: payment.store_id })
  if (observed.kind === 'unreadable') {
    log.error({ payment: payment.id, detail: observed.detail }, 'payment is unreadable')
    return { outcome: 'shown', refund, refunds: undefined, hasOthers: true }
  }
  const { latest, hasOthers } = await decideOrder(ctx, payment.order_id, (held) => {
    recordObservation(held, { paymentId: payment.id, observed, asked: payment })
    return {
      latest: held.refunds.find(({ id }) => id === refund.id),
      hasOthers: held.refunds.some(({ origin }) => origin === 'portal'),
    }
  })
  const { derived, lacksRefundSum } = observed
  const says = wasCharged(derived.state) && !lacksRefundSum
  const refunds = says ? derived : undefined
  return { outcome: 'shown', refund: latest ?? refund, refunds, hasOthers }
}

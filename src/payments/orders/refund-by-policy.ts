import type { PaymentRow, RefundRow } from '../../db/db.ts'
import { policyOf } from '../ports/policy.ts'
import type { HeldOrder } from './held-order.ts'
import { chargedMinor, refundOfOrderFacts } from './refund-facts.ts'
import { beginRefund, endAsCancelled, refundIdFrom } from './refund-transitions.ts'
import type { DerivedOrder } from './rules/derive-order-status.ts'
import { extraCharges } from './rules/extra-charges.ts'
import { planRefund } from './rules/plan-refund.ts'

/**
 * Refunds money at once that does not fit its order, where the store's policy says so; the default is
 * that a person decides. Each charge once: what was refused is an alert. One at a time for an order:
 * the next has its turn when the order's status is derived after the first.
 */
export const refundByPolicy = (held: HeldOrder, derived: DerivedOrder): void => {
  const { store } = held
  if (!derived.conflict || !store || policyOf(store).on_conflict !== 'refund') return
  for (const id of extraCharges(derived)) {
    const payment = held.payments.find((attempt) => attempt.id === id)
    if (payment) refundOnce(held, payment)
  }
}

const refundOnce = (held: HeldOrder, payment: PaymentRow): void => {
  const { refunds } = held
  const isOfPolicy = ({ origin, payment_id }: RefundRow) =>
    origin === 'policy' && payment_id === payment.id
  if (refunds.some(isOfPolicy)) return
  const { id, state, refunded_minor: refundedMinor } = payment
  const charge = { id, state, totalMinor: chargedMinor(payment), refundedMinor }
  const plan = planRefund(charge, refunds.map(refundOfOrderFacts), undefined)
  if (plan.plan === 'refuse') return
  for (const superseded of plan.supersedes) endAsCancelled(held, superseded)
  beginRefund(held, {
    id: refundIdFrom(`policy:${payment.id}`),
    payment_id: payment.id,
    origin: 'policy',
    kind: plan.kind,
    amount_minor: plan.amountMinor,
    currency: payment.currency,
  })
}

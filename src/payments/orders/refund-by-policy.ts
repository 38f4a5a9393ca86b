import type { PaymentRow, RefundRow } from '../../db/db.ts'
import { policyOf } from '../ports/policy.ts'
import type { HeldOrder } from './held-order.ts'
import { beginRefund, refundIdFrom } from './refund-transitions.ts'
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
  const isOfPolicy = ({ origin, payment_id }: RefundRow) =>
    origin === 'policy' && payment_id === payment.id
  if (held.refunds.some(isOfPolicy)) return
  const plan = planRefund(payment, held.refunds, undefined)
  if (plan.plan === 'refuse') return
  beginRefund(held, payment, { id: refundIdFrom(`policy:${payment.id}`), origin: 'policy', plan })
}

import type { PaymentRow, RefundRow } from '../../../db/db.ts'
import type { PaymentId } from '../../../domain/ids.ts'
import { policyOf } from '../../ports/policy.ts'
import type { HeldOrder } from '../held-order.ts'
import type { DerivedOrder } from '../rules/derive-order-status.ts'
import { planRefund } from '../rules/refunds/plan-refund.ts'
import { beginRefund, refundIdFrom } from './refund-transitions.ts'

/**
 * Refunds charges that do not fit their order, if the policy says so; by default an operator
 * decides. One open refund per order, and one try per charge: a refusal is an alert.
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

/** Duplicates of the effective payment, or every charge of a wrong amount or a cancelled order. */
const extraCharges = ({
  conflict,
  keptIds,
  effectivePayment,
}: DerivedOrder): readonly PaymentId[] => {
  switch (conflict) {
    case null:
    case 'not_paid_at_gateway':
      return []
    case 'paid_twice':
      return keptIds.filter((id) => id !== effectivePayment?.id)
    case 'paid_other_amount':
    case 'paid_after_cancellation':
      return keptIds
  }
}

import type { DbQuery, OrderRow, PaymentRow } from '../../db/db.ts'
import { refundsOfOrder } from '../../db/refunds.ts'
import { findStore } from '../../db/stores.ts'
import { policyOf } from '../ports/policy.ts'
import { chargedMinor, refundOfOrderFacts } from './refund-facts.ts'
import { beginRefund, endAsCancelled, refundIdFrom } from './refund-transitions.ts'
import type { DerivedOrder } from './rules/derive-order-status.ts'
import { extraCharges } from './rules/extra-charges.ts'
import { planRefund } from './rules/plan-refund.ts'

/**
 * Refunds money at once that does not fit its order, where the store's policy says so; the default is
 * that a person decides. Each charge once: what was refused is an alert. One at a time for an order:
 * the next has its turn when the order's status is derived after the first. The order's lock is held.
 */
export const refundByPolicy = async (
  trx: DbQuery,
  {
    order,
    derived,
    attempts,
    now,
  }: { order: OrderRow; derived: DerivedOrder; attempts: readonly PaymentRow[]; now: Date },
): Promise<void> => {
  if (!derived.conflict) return
  const store = await findStore(trx, order.store_id)
  if (!store || policyOf(store).on_conflict !== 'refund') return
  for (const id of extraCharges(derived)) {
    const payment = attempts.find((attempt) => attempt.id === id)
    if (payment) await refundOnce(trx, payment, now)
  }
}

const refundOnce = async (trx: DbQuery, payment: PaymentRow, now: Date): Promise<void> => {
  const refunds = await refundsOfOrder(trx, payment.order_id)
  const isOfPolicy = ({ origin, payment_id }: (typeof refunds)[number]) =>
    origin === 'policy' && payment_id === payment.id
  if (refunds.some(isOfPolicy)) return
  const { id, state, refunded_minor: refundedMinor } = payment
  const charge = { id, state, totalMinor: chargedMinor(payment), refundedMinor }
  const plan = planRefund(charge, refunds.map(refundOfOrderFacts), undefined)
  if (plan.plan === 'refuse') return
  for (const superseded of refunds.filter((each) => plan.supersedes.includes(each.id))) {
    await endAsCancelled(trx, superseded, now)
  }
  const asked = {
    id: refundIdFrom(`policy:${payment.id}`),
    store_id: payment.store_id,
    order_id: payment.order_id,
    payment_id: payment.id,
    origin: 'policy' as const,
    kind: plan.kind,
    amount_minor: plan.amountMinor,
    currency: payment.currency,
  }
  await beginRefund(trx, asked, now)
}

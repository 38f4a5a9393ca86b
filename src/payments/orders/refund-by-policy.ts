import { createHash } from 'node:crypto'
import type { DbQuery, PaymentRow } from '../../db/db.ts'
import { insertRefund, refundsOfOrder } from '../../db/refunds.ts'
import { findStore } from '../../db/stores.ts'
import { planToCarryOutRefund } from '../enqueue.ts'
import { policyOf } from '../policy.ts'
import {
  cancelRefundRow,
  chargedMinor,
  recordRefundStep,
  refundOfOrderFacts,
} from './match-refunds.ts'
import type { OrderToSettle } from './order-to-settle.ts'
import { extraCharges } from './rules/extra-charges.ts'
import { planRefund } from './rules/plan-refund.ts'

/**
 * Gives money back at once that does not fit its order, where the store's policy says so; the
 * default is that a person decides. Each charge once: what was refused is on the list of problems.
 * One at a time for an order: the next has its turn when the order is settled after the first.
 * The order's lock is held.
 */
export const reverseByPolicy = async (
  trx: DbQuery,
  { order, derived, attempts, now }: OrderToSettle,
): Promise<void> => {
  if (!derived.conflict) return
  const store = await findStore(trx, order.store_id)
  if (!store || policyOf(store).on_conflict !== 'refund') return
  for (const id of extraCharges(derived)) {
    const payment = attempts.find((attempt) => attempt.id === id)
    if (payment) await reverseOnce(trx, payment, now)
  }
}

const reverseOnce = async (trx: DbQuery, payment: PaymentRow, now: Date): Promise<void> => {
  const refunds = await refundsOfOrder(trx, payment.order_id)
  const isOfPolicy = ({ origin, payment_id }: (typeof refunds)[number]) =>
    origin === 'policy' && payment_id === payment.id
  if (refunds.some(isOfPolicy)) return
  const totalMinor = chargedMinor(payment)
  const { id, state, refunded_minor: refundedMinor } = payment
  const facts = refunds.map(refundOfOrderFacts)
  const plan = planRefund({ id, state, totalMinor, refundedMinor }, facts, undefined)
  if (plan.plan === 'refuse') return
  for (const superseded of refunds.filter((each) => plan.supersedes.includes(each.id))) {
    await cancelRefundRow(trx, superseded, now)
  }
  const refund = await insertRefund(trx, {
    id: `ref_${createHash('sha256').update(`policy:${payment.id}`).digest('hex').slice(0, 26)}`,
    store_id: payment.store_id,
    order_id: payment.order_id,
    payment_id: payment.id,
    origin: 'policy',
    kind: plan.kind,
    amount_minor: plan.amountMinor,
    currency: payment.currency,
    state: 'pending',
    created_at: now,
    updated_at: now,
  })
  await recordRefundStep(trx, refund, { kind: 'refund_pending', now })
  await planToCarryOutRefund(trx, refund, now)
}

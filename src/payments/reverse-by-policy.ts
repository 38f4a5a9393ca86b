import { createHash } from 'node:crypto'
import type { LedgerQuery, PaymentRow } from '../ledger/ledger.ts'
import { insertReversal, reversalsOfOrder } from '../ledger/reversals.ts'
import { findStore } from '../ledger/stores.ts'
import { planToCarryOutReversal } from './follow-ups.ts'
import type { OrderToSettle } from './order-to-settle.ts'
import { policyOf } from './policy.ts'
import { extraCharges } from './rules/extra-charges.ts'
import { planReversal } from './rules/plan-reversal.ts'
import { chargedMinor, noteReversal, reversalOfOrderFacts, withdraw } from './settle-reversals.ts'

/**
 * Gives money back at once that does not fit its order, where the store's policy says so; the
 * default is that a person decides. Each charge once: what was refused is on the list of problems.
 * One at a time for an order: the next has its turn when the order is settled after the first.
 * The order's lock is held.
 */
export const reverseByPolicy = async (
  trx: LedgerQuery,
  { order, standing, attempts, now }: OrderToSettle,
): Promise<void> => {
  if (!standing.trouble) return
  const store = await findStore(trx, order.store_id)
  if (!store || policyOf(store).on_trouble !== 'reverse') return
  for (const id of extraCharges(standing)) {
    const payment = attempts.find((attempt) => attempt.id === id)
    if (payment) await reverseOnce(trx, payment, now)
  }
}

const reverseOnce = async (trx: LedgerQuery, payment: PaymentRow, now: Date): Promise<void> => {
  const reversals = await reversalsOfOrder(trx, payment.order_id)
  const isOfPolicy = ({ origin, payment_id }: (typeof reversals)[number]) =>
    origin === 'policy' && payment_id === payment.id
  if (reversals.some(isOfPolicy)) return
  const totalMinor = chargedMinor(payment)
  const { id, state, refunded_minor: refundedMinor } = payment
  const facts = reversals.map(reversalOfOrderFacts)
  const plan = planReversal({ id, state, totalMinor, refundedMinor }, facts, undefined)
  if (plan.plan === 'refuse') return
  for (const superseded of reversals.filter((each) => plan.supersedes.includes(each.id))) {
    await withdraw(trx, superseded, now)
  }
  const reversal = await insertReversal(trx, {
    id: `ref_${createHash('sha256').update(`policy:${payment.id}`).digest('hex').slice(0, 26)}`,
    store_id: payment.store_id,
    order_id: payment.order_id,
    payment_id: payment.id,
    origin: 'policy',
    kind: plan.kind,
    amount_minor: plan.amountMinor,
    currency: payment.currency,
    state: 'intended',
    created_at: now,
    updated_at: now,
  })
  await noteReversal(trx, reversal, { kind: 'reversal_intended', now })
  await planToCarryOutReversal(trx, reversal, now)
}

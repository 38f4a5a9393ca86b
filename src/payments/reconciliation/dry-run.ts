import type { DbQuery, OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { plannedOfOrders } from '../../db/discrepancies.ts'
import { paymentsOfOrder } from '../../db/payments.ts'
import type { AttemptState } from '../../db/tables/orders.ts'
import type { PaymentId } from '../../domain/ids.ts'
import { advance, statusOfPayment } from '../orders/rules/advance.ts'
import {
  type AttemptFacts,
  type DerivedOrder,
  deriveOrderStatus,
} from '../orders/rules/derive-order-status.ts'
import { notificationsOfChange } from '../orders/rules/notifications.ts'
import type { Observation } from '../orders/rules/observe.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { platformOf } from '../ports/platform.ts'
import { factsOfOrders, type KnownOrderFacts } from './order-facts.ts'
import type { Work } from './work.ts'

/** An attempt as a dry run would have left it, as a discrepancy keeps it. */
export interface PlannedAttempt {
  /** `gateway:` and its number, of one that is not known yet. */
  id: PaymentId
  state: AttemptState
  amount: string
  currency: string
  refunded: string
  paid_at: string | null
}

/** What would be recorded of a payment; `id`: of an attempt that would be adopted, a name of its own. */
export const planAttempt = (
  payment: PaymentRow,
  observed: Observation & { kind: 'seen' },
  id = payment.id,
): PlannedAttempt => {
  const next =
    id === payment.id ? advance(statusOfPayment(payment), observed.derived) : observed.derived
  const { amount } = observed
  return {
    id,
    state: next.state,
    amount: String(amount?.minor ?? payment.amount_minor),
    currency: amount?.currency.code ?? payment.currency,
    refunded: String(next.refunded_minor),
    paid_at: next.paid_at?.toISOString() ?? null,
  }
}

const factsOf = (
  { id, state, amount, currency, refunded, paid_at }: PlannedAttempt,
  payments: readonly PaymentRow[],
) =>
  ({
    id,
    // One that is not known yet comes after all that are.
    attempt: payments.find((known) => known.id === id)?.attempt ?? payments.length + 1,
    state,
    amount_minor: BigInt(amount),
    currency,
    refunded_minor: BigInt(refunded),
    paid_at: paid_at === null ? null : new Date(paid_at),
  }) satisfies AttemptFacts

/** How an order would stand after what a dry run would have recorded of its payments. */
export const planOrder = (
  order: OrderRow,
  payments: readonly PaymentRow[],
  planned: readonly PlannedAttempt[],
): DerivedOrder => {
  // One of them takes the place of the one that it would change.
  const facts = [...payments, ...planned.map((attempt) => factsOf(attempt, payments))]
  return deriveOrderStatus(order, [...new Map(facts.map((each) => [each.id, each])).values()])
}

/** Whether the store hears of its orders: a platform's does as long as it is reached. */
const canBeTold = (ctx: PaymentsContext, store: StoreRow): boolean => {
  const { traits } = platformOf(ctx.platforms, store).adapter
  return traits.isToldBySignedMessages
    ? store.notify_url !== null
    : ctx.storefrontOf(store).readOrders !== undefined
}

/**
 * What is compared of orders. In a dry run, they are as its repairs would have left them: it finds
 * what a run would find that carries them out, and the store is about to be told of what changed.
 */
export const comparedOrders = async (
  query: DbQuery,
  { ctx, run, store }: Pick<Work, 'ctx' | 'run' | 'store'>,
  orders: readonly OrderRow[],
): Promise<Map<string, KnownOrderFacts>> => {
  const facts = await factsOfOrders(query, { orders, canBeTold: canBeTold(ctx, store) })
  if (!run.dry) return facts
  const ids = orders.map(({ id }) => id)
  const planned = await plannedOfOrders<PlannedAttempt>(query, run.id, ids)
  for (const order of orders) {
    const known = facts.get(order.id)
    const changed = planned.get(order.id)
    if (known && changed) facts.set(order.id, await planFacts(query, { order, known, changed }))
  }
  return facts
}

const planFacts = async (
  query: DbQuery,
  {
    order,
    known,
    changed,
  }: { order: OrderRow; known: KnownOrderFacts; changed: readonly PlannedAttempt[] },
): Promise<KnownOrderFacts> => {
  const payments = await paymentsOfOrder(query, order.id)
  const derived = planOrder(order, payments, changed)
  const isNews = notificationsOfChange(deriveOrderStatus(order, payments), derived).length > 0
  return {
    ...known,
    status: derived.status,
    conflict: derived.conflict,
    refundedSumMinor: derived.effectivePayment?.refunded_minor ?? known.refundedSumMinor,
    notifying: { ...known.notifying, isUnderWay: known.notifying.isUnderWay || isNews },
  }
}

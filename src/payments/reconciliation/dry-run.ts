import type { DbQuery, OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import { plannedOfOrders } from '../../db/reconciliation/discrepancies.ts'
import type { AttemptState } from '../../db/tables/orders.ts'
import type { PaymentId } from '../../domain/ids.ts'
import { isMadeAtPuente } from '../orders/made-at-puente.ts'
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
import { factsOfOrders, type KnownOrderFacts } from './compare/order-facts.ts'
import type { RunContext } from './work.ts'

/** An attempt after a dry run's repairs, stored with its discrepancy. */
export interface PlannedAttempt {
  /** `gateway:` and the gateway id, if unknown. */
  id: PaymentId
  state: AttemptState
  amount: string
  currency: string
  refunded: string
  paid_at: string | null
}

/** `id`: placeholder for a payment that the repair would adopt. */
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
    // Attempts without a row come last.
    attempt: payments.find((known) => known.id === id)?.attempt ?? payments.length + 1,
    state,
    amount_minor: BigInt(amount),
    currency,
    refunded_minor: BigInt(refunded),
    paid_at: paid_at === null ? null : new Date(paid_at),
  }) satisfies AttemptFacts

export const planOrder = (
  order: OrderRow,
  payments: readonly PaymentRow[],
  planned: readonly PlannedAttempt[],
): DerivedOrder => {
  // A planned attempt replaces its row.
  const facts = [...payments, ...planned.map((attempt) => factsOf(attempt, payments))]
  return deriveOrderStatus(order, [...new Map(facts.map((each) => [each.id, each])).values()])
}

/** Platforms receive notifications about their own orders while Puente has access. */
const notifiableIn = (ctx: PaymentsContext, store: StoreRow): ((order: OrderRow) => boolean) => {
  const { traits } = platformOf(ctx.platforms, store).adapter
  if (traits.receivesSignedNotifications) return () => store.notify_url !== null
  const isAccessible = ctx.storefrontOf(store).readOrders !== undefined
  return (order) => isAccessible && !isMadeAtPuente(order)
}

/**
 * Loads facts to compare. A dry run includes its planned repairs and their notifications, so it
 * finds the same as a real run.
 */
export const comparedOrders = async (
  query: DbQuery,
  { ctx, run, store }: Pick<RunContext, 'ctx' | 'run' | 'store'>,
  orders: readonly OrderRow[],
): Promise<Map<string, KnownOrderFacts>> => {
  const facts = await factsOfOrders(query, { orders, canBeNotified: notifiableIn(ctx, store) })
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
  plan: { order: OrderRow; known: KnownOrderFacts; changed: readonly PlannedAttempt[] },
): Promise<KnownOrderFacts> => {
  const { order, known, changed } = plan
  const payments = await paymentsOfOrder(query, order.id)
  const derived = planOrder(order, payments, changed)
  const needsCheck = notificationsOfChange(deriveOrderStatus(order, payments), derived).length > 0
  return {
    ...known,
    status: derived.status,
    conflict: derived.conflict,
    refundedSumMinor: derived.effectivePayment?.refunded_minor ?? known.refundedSumMinor,
    notifying: { ...known.notifying, isUnderWay: known.notifying.isUnderWay || needsCheck },
  }
}

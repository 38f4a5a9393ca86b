import { foreseenOfOrders } from '../../ledger/discrepancies.ts'
import type { LedgerQuery, OrderRow, PaymentRow, StoreRow } from '../../ledger/ledger.ts'
import { paymentsOfOrder } from '../../ledger/payments.ts'
import type { AttemptState } from '../../ledger/tables/orders.ts'
import type { PaymentsContext } from '../context.ts'
import { standingOfOrder } from '../record-observation.ts'
import { advance } from '../rules/advance.ts'
import { announcementsOfChange } from '../rules/announcements.ts'
import type { Observation } from '../rules/observe.ts'
import type { AttemptFacts, OrderStanding } from '../rules/order-standing.ts'
import { standingOfPayment } from '../rules/standing-of-payment.ts'
import { factsOfOrders, type LedgerOrder } from './order-facts.ts'
import type { Work } from './work.ts'

/** An attempt as a dry run would have left it, as a discrepancy keeps it. */
export interface ForeseenAttempt {
  id: string
  state: AttemptState
  amount: string
  currency: string
  refunded: string
  paid_at: string | null
}

/** What would be recorded of a payment; `id`: of an attempt that would be adopted, a name of its own. */
export const foreseeAttempt = (
  payment: PaymentRow,
  observed: Observation & { kind: 'seen' },
  id = payment.id,
): ForeseenAttempt => {
  const next =
    id === payment.id ? advance(standingOfPayment(payment), observed.standing) : observed.standing
  const { amount } = observed
  return {
    id,
    state: next.state,
    amount: String(amount?.minor ?? payment.amount_minor),
    currency: amount?.currency.code ?? payment.currency,
    refunded: String(next.refundedMinor),
    paid_at: next.paidAt?.toISOString() ?? null,
  }
}

const factsOf = (
  { id, state, amount, currency, refunded, paid_at }: ForeseenAttempt,
  payments: readonly PaymentRow[],
) =>
  ({
    id,
    // One that is not known yet comes after all that are.
    attempt: payments.find((known) => known.id === id)?.attempt ?? payments.length + 1,
    state,
    amountMinor: BigInt(amount),
    currency,
    refundedMinor: BigInt(refunded),
    paidAt: paid_at === null ? null : new Date(paid_at),
  }) satisfies AttemptFacts

/** How an order would stand after what a dry run would have recorded of its payments. */
export const foreseeOrder = (
  order: OrderRow,
  payments: readonly PaymentRow[],
  foreseen: readonly ForeseenAttempt[],
): OrderStanding =>
  standingOfOrder(
    order,
    payments,
    foreseen.map((attempt) => factsOf(attempt, payments)),
  )

/** A shop of the merchant's own by its address; a store of a platform as long as it is reached. */
const canBeTold = (ctx: PaymentsContext, store: StoreRow): boolean =>
  store.platform === 'headless'
    ? store.notify_url !== null
    : ctx.storefrontOf(store).readOrders !== undefined

/**
 * What is compared of orders. In a dry run, they are as its repairs would have left them: it finds
 * what a run would find that carries them out, and the store is about to be told of what changed.
 */
export const comparedOrders = async (
  query: LedgerQuery,
  { ctx, run, store }: Pick<Work, 'ctx' | 'run' | 'store'>,
  orders: readonly OrderRow[],
): Promise<Map<string, LedgerOrder>> => {
  const facts = await factsOfOrders(query, { orders, canBeTold: canBeTold(ctx, store) })
  if (!run.dry) return facts
  const ids = orders.map(({ id }) => id)
  const foreseen = await foreseenOfOrders<ForeseenAttempt>(query, run.id, ids)
  for (const order of orders) {
    const known = facts.get(order.id)
    const changed = foreseen.get(order.id)
    if (known && changed) facts.set(order.id, await foreseeFacts(query, { order, known, changed }))
  }
  return facts
}

const foreseeFacts = async (
  query: LedgerQuery,
  {
    order,
    known,
    changed,
  }: { order: OrderRow; known: LedgerOrder; changed: readonly ForeseenAttempt[] },
): Promise<LedgerOrder> => {
  const payments = await paymentsOfOrder(query, order.id)
  const standing = foreseeOrder(order, payments, changed)
  const isNews = announcementsOfChange(standingOfOrder(order, payments), standing).length > 0
  return {
    ...known,
    status: standing.status,
    trouble: standing.trouble,
    givenBackMinor: standing.speaker?.refundedMinor ?? known.givenBackMinor,
    telling: { ...known.telling, isUnderWay: known.telling.isUnderWay || isNews },
  }
}

import { paymentsListedForReference } from '../../db/alerts/alerts-of-payments.ts'
import type { OrderRow, PaymentRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import { isOrderOpen } from '../../domain/order-status.ts'
import { errorCode } from '../../runtime/error-code.ts'
import { within } from '../../runtime/queue/within.ts'
import { pollOpenAttempts } from '../inbound/refresh-payments.ts'
import { cancelHeld } from '../orders/cancel-order.ts'
import { decideOrder } from '../orders/held-order.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { type AskedState, isToBeAsked, stateOfAsked } from './rules/asked-state.ts'

export interface AskedOrder {
  orderExternalId: string
  state: AskedState
  /** The order and its effective payment if `paid`; otherwise `null`. */
  order: OrderRow | null
  payment: PaymentRow | null
}

export interface AskRequest {
  orderExternalIds: readonly string[]
  /** Cancels an order in the transaction that finds it unpaid, so that no later payment begins. */
  closesUnpaid?: boolean
  /** Upper bound on the call; an order without an answer by then is `unknown`. */
  withinMs?: number
}

/** Orders asked about at once by a call, to spare the gateway. */
const AT_ONCE = 10
const WITHIN_MS = 6_000

/**
 * Asks the gateway for all open payments and ended checkouts of orders, and records its answers like any
 * poll. Returns one answer per distinct id.
 */
export const askGateway = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalIds, closesUnpaid = false, withinMs = WITHIN_MS }: AskRequest,
): Promise<AskedOrder[]> => {
  const ids = [...new Set(orderExternalIds)]
  const answers = new Map<string, AskedOrder>()
  const waiting = ids.values()
  let isOver = false
  const askInTurn = async (): Promise<void> => {
    for (const id of waiting) {
      // An order that the caller was told nothing of stays open.
      const closes = () => closesUnpaid && !isOver
      answers.set(id, await askAboutOrder(ctx, store, { orderExternalId: id, closes }))
      if (isOver) return
    }
  }
  try {
    await within(withinMs, () => Promise.all(Array.from({ length: AT_ONCE }, askInTurn)))
  } catch (error) {
    if (errorCode(error) !== 'ETIMEDOUT') throw error
  } finally {
    isOver = true
  }
  return ids.map((id) => answers.get(id) ?? withoutPayment(id, 'unknown'))
}

const withoutPayment = (orderExternalId: string, state: AskedState): AskedOrder => ({
  orderExternalId,
  state,
  order: null,
  payment: null,
})

const askAboutOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalId, closes }: { orderExternalId: string; closes(): boolean },
): Promise<AskedOrder> => {
  const { query } = ctx.db
  const about = { storeId: store.id, reference: orderExternalId }
  // A payment unknown to the database may pay the order; its alert is open.
  if ((await paymentsListedForReference(query, about)).length > 0) {
    return withoutPayment(orderExternalId, 'unknown')
  }
  const known = await findOrderOfStore(query, store.id, orderExternalId)
  if (!known) {
    return withoutPayment(orderExternalId, await stateOfUnknownOrder(ctx, store, orderExternalId))
  }
  const attempts = await paymentsOfOrder(query, known.id)
  const asked = attempts.filter(isToBeAsked)
  const failure = await pollOpenAttempts(ctx, store, asked)
  return decideOrder(ctx, known.id, (held): AskedOrder => {
    const { order, payments } = held
    const state = stateOfAsked(order, payments, { isAnswered: failure === undefined })
    if (state === 'unpaid' && isOrderOpen(order) && closes()) cancelHeld(held, 'store')
    if (state !== 'paid') return withoutPayment(orderExternalId, state)
    const payment = payments.find(({ id }) => id === order.current_payment_id) ?? null
    return { orderExternalId, state, order, payment }
  })
}

const WITHOUT_MONEY: readonly string[] = ['expired', 'disabled']

/**
 * Puente commits a payment before it creates it, so an order without a row has none, unless the
 * database was restored or its rows were deleted: the gateway lists those payments.
 */
const stateOfUnknownOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  reference: string,
): Promise<AskedState> => {
  for await (const answer of ctx.gatewayOf(store).eachPage({ external_reference: reference })) {
    if (answer.outcome !== 'page') return 'unknown'
    const { data, unreadable } = answer.page
    const isAnyAlive = data.some(({ status }) => !WITHOUT_MONEY.includes(status))
    if (isAnyAlive || unreadable.length > 0) return 'unknown'
  }
  return 'unpaid'
}

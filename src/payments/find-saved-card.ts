import { createHash } from 'node:crypto'
import {
  type CardWish,
  findCardWish,
  isWishDisputed,
  keepCardWish,
  settleCardWish,
} from '../ledger/card-wishes.ts'
import type { OrderRow, StoreRow } from '../ledger/ledger.ts'
import { getOrder } from '../ledger/orders.ts'
import { findStore } from '../ledger/stores.ts'
import type { OrderCustomer } from '../ledger/tables/orders.ts'
import { addMs } from '../platform/clock.ts'
import type { PaymentsContext } from './context.ts'
import { type FollowUp, planToFindSavedCard, planToTellSavedCard } from './follow-ups.ts'
import { viewOfSavedCard } from './order-view.ts'
import { listSavedCards } from './saved-cards.ts'
import { failedAtGateway, type TaskOutcome } from './task-outcome.ts'

const FIRST_LOOK_AFTER_MS = 3_000
/** The customer may be at the bank for so long (`gateway-api.md` 4.13). */
const PAID_WITHIN_MS = 20 * 60_000
/** The gateway keeps a card within seconds; what it has not kept by then it will not keep (4.15). */
const KEPT_WITHIN_MS = 3 * 60_000

/** By what the gateway knows a customer again (4.10). */
const identityOf = ({ identity_number, email }: OrderCustomer) => {
  if (identity_number) return { identityNumber: identity_number }
  return email ? { email } : undefined
}

/**
 * Before a card is charged that its customer wants kept: notes which cards the gateway has under that
 * name already. The name is typed in by the customer, so that only a card that is new afterwards can
 * be this customer's. `false`: that is not known, and no card is handed over.
 */
export const wishToKeepCard = async (
  ctx: PaymentsContext,
  store: StoreRow,
  {
    orderId,
    customer,
    customerId,
  }: { orderId: string; customer: OrderCustomer; customerId: string },
): Promise<boolean> => {
  const identity = identityOf(customer)
  if (!identity) return false
  const listed = await listSavedCards(ctx, store, identity)
  if (listed.outcome !== 'listed') return false
  const now = ctx.clock.now()
  const { query } = ctx.ledger
  await keepCardWish(query, {
    order_id: orderId,
    store_id: store.id,
    external_customer_id: customerId,
    identity: createHash('sha256').update(JSON.stringify(identity).toLowerCase()).digest('hex'),
    known_method_ids: listed.cards.map(({ id }) => id),
    wished_at: now,
  })
  const runAt = addMs(now, FIRST_LOOK_AFTER_MS)
  await planToFindSavedCard(query, { id: orderId, store_id: store.id }, { runAt, now })
  return true
}

/**
 * Looks for the card that the gateway has kept by an order's wish, and tells the store whose it is.
 * Where it could be somebody else's it is nobody's: two customers wished under one name at the same
 * time, or more than one card is new.
 */
export const findSavedCard = async (
  ctx: PaymentsContext,
  { orderId }: FollowUp<'find-saved-card'>,
): Promise<TaskOutcome> => {
  const { query } = ctx.ledger
  const wish = await findCardWish(query, orderId)
  const store = wish && (await findStore(query, wish.store_id))
  if (!store || wish.settled_at) return { outcome: 'done' }
  const order = await getOrder(query, orderId)
  const over = (note: string): Promise<TaskOutcome> => settle(ctx, { orderId, note })
  if (await isWishDisputed(query, wish)) return over('disputed')
  const until = order.paid_at
    ? addMs(order.paid_at, KEPT_WITHIN_MS)
    : addMs(wish.wished_at, PAID_WITHIN_MS)
  const isLate = ctx.clock.now() > until
  if (!order.paid_at) return isLate ? over('not-paid') : NOT_YET
  const identity = identityOf(order.customer)
  if (!identity) return over('no-name')
  const listed = await listSavedCards(ctx, store, identity)
  if (listed.outcome === 'saved-cards-disabled') return over(listed.outcome)
  if (listed.outcome !== 'listed') return failedAtGateway(listed)
  const [card, ...more] = listed.cards.filter(({ id }) => !wish.known_method_ids.includes(id))
  if (more.length > 0) return over('several-cards')
  if (!card) return isLate ? over('not-kept') : NOT_YET
  return handOver(ctx, { wish, order, card: viewOfSavedCard(card) })
}

const NOT_YET: TaskOutcome = {
  outcome: 'failed',
  remedy: 'retry',
  detail: 'the gateway shows no new card yet',
}

const settle = async (
  { ledger, clock }: PaymentsContext,
  { orderId, note }: { orderId: string; note: string },
): Promise<TaskOutcome> => {
  await settleCardWish(ledger.query, { orderId, now: clock.now() })
  return { outcome: 'done', note }
}

const handOver = async (
  { ledger, clock }: PaymentsContext,
  {
    wish,
    order,
    card,
  }: { wish: CardWish; order: OrderRow; card: FollowUp<'tell-saved-card'>['card'] },
): Promise<TaskOutcome> => {
  const now = clock.now()
  const { external_customer_id: customerId, store_id: storeId } = wish
  await ledger.query.transaction().execute(async (trx) => {
    const occasion = `${customerId}:${card.id}`
    await planToTellSavedCard(trx, { storeId, occasion, customerId, card, now })
    await settleCardWish(trx, { orderId: order.id, now })
  })
  return { outcome: 'done' }
}

import { findCardWish, forgetCardWish, keepCardWish } from '../ledger/card-wishes.ts'
import type { StoreRow } from '../ledger/ledger.ts'
import { getOrder } from '../ledger/orders.ts'
import { findStore } from '../ledger/stores.ts'
import type { OrderCustomer } from '../ledger/tables.ts'
import { addMs } from '../platform/clock.ts'
import type { PaymentsContext } from './context.ts'
import { type FollowUp, planToFindSavedCard, planToTellSavedCard } from './follow-ups.ts'
import { viewOfSavedCard } from './order-view.ts'
import { listSavedCards } from './saved-cards.ts'
import { failedAtGateway, type TaskOutcome } from './task-outcome.ts'

const FIRST_LOOK_AFTER_MS = 3_000
/** What the gateway has not kept by then it will not keep (4.15: no error says so). */
const GIVE_UP_AFTER_MS = 30 * 60_000

/** By what the gateway knows a customer again (4.10). */
const identityOf = ({ identity_number, email }: OrderCustomer) => {
  if (identity_number) return { identityNumber: identity_number }
  return email ? { email } : undefined
}

/**
 * Before a card is charged that its customer wants kept: notes which cards the gateway has for that
 * name already. The name is typed in by the customer, so that only a card that is new afterwards can
 * be this customer's. `false`: it is not known, and no card is handed over.
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
  const knownMethodIds = listed.cards.map(({ id }) => id)
  const { query } = ctx.ledger
  await keepCardWish(query, { orderId, storeId: store.id, customerId, knownMethodIds, now })
  await planToFindSavedCard(
    query,
    { id: orderId, store_id: store.id },
    { runAt: addMs(now, FIRST_LOOK_AFTER_MS), now },
  )
  return true
}

/** Looks for the card that the gateway has kept by an order's wish, and tells the store whose it is. */
export const findSavedCard = async (
  ctx: PaymentsContext,
  { orderId }: FollowUp<'find-saved-card'>,
): Promise<TaskOutcome> => {
  const { query } = ctx.ledger
  const wish = await findCardWish(query, orderId)
  const store = wish && (await findStore(query, wish.store_id))
  if (!store) return { outcome: 'done' }
  const order = await getOrder(query, orderId)
  const identity = identityOf(order.customer)
  if (!identity) return { outcome: 'done', note: 'no-name' }
  const listed = await listSavedCards(ctx, store, identity)
  if (listed.outcome === 'saved-cards-disabled') {
    await forgetCardWish(query, orderId)
    return { outcome: 'done', note: listed.outcome }
  }
  if (listed.outcome !== 'listed') return failedAtGateway(listed)
  const now = ctx.clock.now()
  const fresh = listed.cards.filter(({ id }) => !wish.known_method_ids.includes(id))
  if (fresh.length === 0 && now < addMs(wish.wished_at, GIVE_UP_AFTER_MS)) {
    return { outcome: 'failed', remedy: 'retry', detail: 'the gateway shows no new card yet' }
  }
  await query.transaction().execute(async (trx) => {
    for (const card of fresh) {
      await planToTellSavedCard(trx, {
        storeId: store.id,
        occasion: `${wish.external_customer_id}:${card.id}`,
        customerId: wish.external_customer_id,
        card: viewOfSavedCard(card),
        now,
      })
    }
    await forgetCardWish(trx, orderId)
  })
  return fresh.length > 0 ? { outcome: 'done' } : { outcome: 'done', note: 'not-kept' }
}

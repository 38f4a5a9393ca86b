import { createHash } from 'node:crypto'
import type { StoreRow } from '../../db/db.ts'
import { getOrder } from '../../db/orders/orders.ts'
import {
  closeSaveCardRequest,
  findSaveCardRequest,
  isSaveCardRequestDisputed,
  keepSaveCardRequest,
} from '../../db/payments/save-card-requests.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { OrderCustomer } from '../../db/tables/orders.ts'
import { addTask, addTasks } from '../../db/tasks/outbox.ts'
import type { OrderId } from '../../domain/ids.ts'
import type { CardOwner } from '../../gateway/saved-cards.ts'
import { addMs } from '../../runtime/clock.ts'
import { viewOfSavedCard } from '../../wire/order-view.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { failedAtGateway, type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import { tasksOfSavedCard } from '../ports/tasks/endpoint-tasks.ts'
import { newFindSavedCardTask } from '../ports/tasks/payment-tasks.ts'
import { listSavedCards } from './saved-cards.ts'

const FIRST_POLL_AFTER_MS = 3_000
/** Upper bound on a customer's time at the bank (`gateway-api.md` 4.13). */
const PAID_WITHIN_MS = 20 * 60_000
/** The gateway saves a card within seconds or never (4.15). */
const KEPT_WITHIN_MS = 3 * 60_000

/** Lookup key of saved cards (4.10). */
const identityOf = ({ identity_number, email }: OrderCustomer): CardOwner | undefined => {
  if (identity_number) return { by: 'identity', identityNumber: identity_number }
  return email ? { by: 'email', email } : undefined
}

/**
 * Records the cards listed for this identity before a charge. The customer types the identity, so
 * only a card that is new afterwards can be theirs. `false`: the list is unknown.
 */
export const requestToSaveCard = async (
  ctx: PaymentsContext,
  store: StoreRow,
  consent: { orderId: OrderId; customer: OrderCustomer; customerId: string },
): Promise<boolean> => {
  const { orderId, customer, customerId } = consent
  const identity = identityOf(customer)
  if (!identity) return false
  const listed = await listSavedCards(ctx, store, identity)
  if (listed.outcome !== 'listed') return false
  const now = ctx.clock.now()
  const { query } = ctx.db
  await keepSaveCardRequest(query, {
    order_id: orderId,
    store_id: store.id,
    external_customer_id: customerId,
    identity: createHash('sha256').update(JSON.stringify(identity).toLowerCase()).digest('hex'),
    known_method_ids: listed.cards.map(({ id }) => id),
    requested_at: now,
  })
  const runAt = addMs(now, FIRST_POLL_AFTER_MS)
  await addTask(query, newFindSavedCardTask({ id: orderId, store_id: store.id }, { runAt, now }))
  return true
}

/**
 * Notifies the store of the card saved by an order's request. Claims no ambiguous card: two
 * customers requested under one identity, or more than one card is new.
 */
export const findSavedCard = async (
  ctx: PaymentsContext,
  { orderId }: { orderId: OrderId },
): Promise<TaskOutcome> => {
  const { query } = ctx.db
  const saveCardRequest = await findSaveCardRequest(query, orderId)
  const store = saveCardRequest && (await findStore(query, saveCardRequest.store_id))
  if (!store || saveCardRequest.settled_at) return { outcome: 'done' }
  const order = await getOrder(query, orderId)
  const now = ctx.clock.now()
  const over = async (note: string): Promise<TaskOutcome> => {
    await closeSaveCardRequest(query, { orderId, now })
    return { outcome: 'done', note }
  }
  if (await isSaveCardRequestDisputed(query, saveCardRequest)) return over('disputed')
  const until = order.paid_at
    ? addMs(order.paid_at, KEPT_WITHIN_MS)
    : addMs(saveCardRequest.requested_at, PAID_WITHIN_MS)
  const isLate = now > until
  if (!order.paid_at) return isLate ? over('not-paid') : NOT_YET
  const identity = identityOf(order.customer)
  if (!identity) return over('no-name')
  const listed = await listSavedCards(ctx, store, identity)
  if (listed.outcome === 'saved-cards-disabled') return over(listed.outcome)
  if (listed.outcome !== 'listed') return failedAtGateway(listed)
  const [card, ...more] = listed.cards.filter(
    ({ id }) => !saveCardRequest.known_method_ids.includes(id),
  )
  if (more.length > 0) return over('several-cards')
  if (!card) return isLate ? over('not-kept') : NOT_YET
  const { external_customer_id: customerId, store_id: storeId } = saveCardRequest
  const occasion = `${customerId}:${card.id}`
  const saved = { storeId, occasion, customerId, card: viewOfSavedCard(card) }
  await query.transaction().execute(async (trx) => {
    await addTasks(trx, tasksOfSavedCard(saved, { endpoints: store.endpoints, now }))
    await closeSaveCardRequest(trx, { orderId, now })
  })
  return { outcome: 'done' }
}

const NOT_YET = tryAgain('the gateway shows no new card yet')

import type { LedgerQuery, OrderRow, StoreRow } from '../ledger/ledger.ts'
import { findOrderOfStore, lockOrder, ordersChangedSince } from '../ledger/orders.ts'
import { paymentsOfOrder } from '../ledger/payments.ts'
import { type PaymentsContext, WORK_SIGNAL } from './context.ts'
import { planToTell } from './follow-ups.ts'
import { standingOfOrder } from './record-observation.ts'
import { announcementsOfChange } from './rules/announcements.ts'
import type { OrderStanding } from './rules/order-standing.ts'

/** On which occasion a store is told again; `isNew`: see `planToTell`. */
interface Again {
  occasion: string
  isNew: boolean
}

/** Tells the store what it would have been told of this order, had it all happened at once. */
export const planToTellAgain = async (
  trx: LedgerQuery,
  order: OrderRow,
  { again, now }: { again: Again; now: Date },
): Promise<void> => {
  const attempts = await paymentsOfOrder(trx, order.id)
  const news = announcementsOfChange(UNTOUCHED, standingOfOrder(order, attempts))
  for (const announcement of again.isNew ? news.slice(-1) : news) {
    await planToTell(trx, order, { announcement, again, now })
  }
}

/**
 * Tells a store of one order again though it has heard of it, once on each occasion. Returns whether
 * the order is known.
 */
export const tellOrderAgain = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalId, occasion }: { orderExternalId: string; occasion: string },
): Promise<boolean> => {
  const known = await findOrderOfStore(ctx.ledger.query, store.id, orderExternalId)
  if (!known) return false
  await ctx.ledger.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, known.id)
    const again = { occasion, isNew: true }
    await planToTellAgain(trx, order, { again, now: ctx.clock.now() })
  })
  ctx.signals.send(WORK_SIGNAL)
  return true
}

/** Tells a store of all orders to which something has happened since an instant. */
export const planToTellSince = async (
  trx: LedgerQuery,
  { storeId, since, occasion, now }: { storeId: string; since: Date; occasion: string; now: Date },
): Promise<void> => {
  const again = { occasion, isNew: false }
  for (const order of await ordersChangedSince(trx, { storeId, since })) {
    await planToTellAgain(trx, order, { again, now })
  }
}

/** How an order stands to which nothing has happened. */
const UNTOUCHED: OrderStanding = {
  status: 'awaiting_payment',
  trouble: null,
  charged: [],
  keptIds: [],
  speaker: undefined,
  timeOverAt: null,
}

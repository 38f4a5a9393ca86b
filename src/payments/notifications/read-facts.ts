import { nextMessageTimes } from '../../db/message-times.ts'
import { type NotificationFacts, readNotificationFacts } from '../../db/notification-facts.ts'
import type { OrderId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'

/** What an order is notified with, and from when that is. */
export interface FactsAt extends NotificationFacts {
  /** What is read may be newer than this, never older. */
  at: Date
}

/** Reads what stores are notified of orders as they stand now; each gets a new time before that. */
export const readFactsNow = async (
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, FactsAt>> => {
  const times = await nextMessageTimes(db.query, { orderIds, now: clock.now() })
  return readFactsAt({ db }, new Map(times.map(({ order_id, at }) => [order_id, at])))
}

/** The same of orders that have been given their time. */
export const readFactsAt = async (
  { db }: Pick<PaymentsContext, 'db'>,
  times: ReadonlyMap<OrderId, Date>,
): Promise<Map<OrderId, FactsAt>> => {
  const facts = await readNotificationFacts(db.hot.pool, [...times.keys()])
  return new Map(
    [...times].flatMap(([id, at]) => {
      const known = facts.get(id)
      return known ? [[id, { ...known, at }]] : []
    }),
  )
}

import { nextMessageTimes } from '../../db/message-times.ts'
import { type NotificationFacts, readNotificationFacts } from '../../db/notification-facts.ts'
import type { OrderId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'

/** Reads what stores are notified of orders as they stand now; each gets a new time before that. */
export const readFactsNow = async (
  { db, clock }: Pick<PaymentsContext, 'db' | 'clock'>,
  orderIds: readonly OrderId[],
): Promise<Map<OrderId, NotificationFacts>> => {
  const times = await nextMessageTimes(db.query, { orderIds, now: clock.now() })
  return readNotificationFacts(db.hot.pool, times)
}

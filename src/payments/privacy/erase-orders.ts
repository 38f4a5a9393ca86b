import { deleteNotesWithoutOrders, notesOfCustomers } from '../../db/customers/customer-notes.ts'
import type { DbQuery, OrderRow } from '../../db/db.ts'
import { addToTimeline } from '../../db/orders/timeline.ts'
import { eraseMentionsOfOrders, eraseSavedViews } from '../../db/privacy/mentions.ts'
import type { PersonTraces } from '../../db/privacy/people-of-orders.ts'
import { erasePeopleOfOrders } from '../../db/privacy/personal-data.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { identifiersOf, wordsOfPeople } from './traces.ts'

/** Erases people from locked orders, which nothing in flight needs. */
export const eraseLockedOrders = async (
  trx: DbQuery,
  { clock, platforms }: Pick<PaymentsContext, 'clock' | 'platforms'>,
  {
    orders,
    person,
    reason,
  }: { orders: readonly OrderRow[]; person?: PersonTraces | undefined; reason: string },
): Promise<void> => {
  const now = clock.now()
  const orderIds = orders.map(({ id }) => id)
  const storeIds = [...new Set(orders.map(({ store_id }) => store_id))]
  const words = wordsOfPeople(orders, person)
  const notes = await notesOfCustomers(trx, orderIds)
  await erasePeopleOfOrders(trx, { orderIds, now })
  await deleteNotesWithoutOrders(trx, notes)
  await eraseMentionsOfOrders(trx, { orderIds, words })
  await eraseSavedViews(trx, { storeIds, words: identifiersOf(orders, person) })
  for (const { adapter } of platforms) await adapter.personalData?.erase(trx, { orderIds, now })
  const kind = 'personal_data_erased' as const
  await addToTimeline(
    trx,
    orderIds.map((order_id) => ({ at: now, order_id, kind, details: { reason } })),
  )
}

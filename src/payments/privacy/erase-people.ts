import { emptyMessagesOfPeople } from '../../db/events-of-people.ts'
import {
  attemptsAtOrders,
  eraseCustomerOfCards,
  erasePeopleOfOrders,
  lockOrdersToErase,
  ordersOfPerson,
  type PersonTraces,
} from '../../db/personal-data.ts'
import { addToTimeline } from '../../db/timeline.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { MOST_ORDERS, messagesAbout, type PlatformMessages } from './traces.ts'

/** Whose data is to be erased: a person's, or, without `traces`, that of all customers of the stores. */
export interface Erasure {
  storeIds: readonly StoreId[]
  person?: (PersonTraces & { customerId: string | undefined }) | undefined
  /** Who asked for it, for the timeline: `customers/redact`. */
  reason: string
  messages: PlatformMessages
}

const BATCH = 200

/**
 * Erases what is kept of a person, or of all customers of stores: in messages that came, in orders, in
 * what the gateway was asked for. What was charged and refunded, and when, stays. `later`: something
 * about them is under way; once it is done, it can be erased. Orders come last, since what is about
 * them is found by them.
 */
export const erasePeople = async (
  ctx: PaymentsContext,
  erasure: Erasure,
): Promise<{ outcome: 'erased'; orders: number } | { outcome: 'later' }> => {
  if (!(await emptiedMessages(ctx, erasure))) return { outcome: 'later' }
  let orders = 0
  for (;;) {
    const batch = await eraseBatch(ctx, erasure)
    if (batch === 'under-way') return { outcome: 'later' }
    orders += batch
    if (batch < BATCH) break
  }
  const { storeIds, person } = erasure
  const customerId = person?.customerId
  if (customerId !== undefined) {
    await eraseCustomerOfCards(ctx.db.query, { storeIds, customerId })
  }
  return { outcome: 'erased', orders }
}

const eraseBatch = (
  { db, clock, platforms }: PaymentsContext,
  { storeIds, person, reason }: Erasure,
): Promise<number | 'under-way'> =>
  db.long.query.transaction().execute(async (trx) => {
    const locked = await lockOrdersToErase(trx, { storeIds, traces: person, limit: BATCH })
    const orderIds = locked.map(({ id }) => id)
    const attempts = await attemptsAtOrders(trx, orderIds)
    // What is being created is sent again as it was, until its answer is known.
    if (attempts.some(({ state }) => state === 'intended')) return 'under-way'
    const now = clock.now()
    await erasePeopleOfOrders(trx, { orderIds, now })
    for (const { adapter } of platforms) await adapter.personalData?.erase(trx, { orderIds, now })
    const kind = 'personal_data_erased' as const
    await addToTimeline(
      trx,
      orderIds.map((order_id) => ({ at: now, order_id, kind, details: { reason } })),
    )
    return orderIds.length
  })

/** `false`: some that have to be emptied have to be handled first. */
const emptiedMessages = async (
  { db: { query } }: PaymentsContext,
  { storeIds, person, messages }: Erasure,
): Promise<boolean> => {
  const orders = person
    ? await ordersOfPerson(query, { storeIds, traces: person, limit: MOST_ORDERS })
    : []
  const about = messagesAbout({ storeIds, person, orders, messages })
  const waiting = await query.transaction().execute((trx) => emptyMessagesOfPeople(trx, about))
  return waiting === 0
}

import { deleteNotesWithoutOrders, keysOfPerson } from '../../db/customers/customer-notes.ts'
import { eraseBodiesOfPeople } from '../../db/events/events-of-people.ts'
import { eraseMailsToAddresses } from '../../db/mails/customer-mails.ts'
import { paymentsOfOrders } from '../../db/payments/payments.ts'
import {
  eraseCardsOfOrders,
  eraseCardsOfStores,
  eraseCustomerOfCards,
} from '../../db/privacy/cards-of-people.ts'
import { eraseMentionsOfStores, eraseMentionsOfTasks } from '../../db/privacy/mentions.ts'
import {
  lockOrdersToErase,
  ordersOfPerson,
  type PersonTraces,
} from '../../db/privacy/people-of-orders.ts'
import {
  eraseRecordsOfOrders,
  eraseRecordsOfStores,
  isWorkUnderWay,
} from '../../db/privacy/personal-data.ts'
import type { OrderId, StoreId } from '../../domain/ids.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { PlatformMessages } from '../ports/platform-messages.ts'
import { eraseLockedOrders } from './erase-orders.ts'
import { namesOfPerson } from './identifiers.ts'
import { identifiersOf, isIdentified, MOST_ORDERS, messagesAbout } from './traces.ts'

/** A person or, without `person`, all customers of the stores. */
export interface Erasure {
  storeIds: readonly StoreId[]
  person?: (PersonTraces & { customerId: string | undefined }) | undefined
  reason: string
  /** `false`: the stores were removed, so no creation of a payment will be repeated. */
  isFollowed?: boolean
  messages: PlatformMessages
}

const BATCH = 200

/**
 * Erases personal data from messages, orders and gateway requests. Amounts and times of charges and
 * refunds stay. `later`: something is in flight; retry afterwards. Erases orders last, because they
 * lead to the other data.
 */
export const erasePeople = async (
  ctx: PaymentsContext,
  erasure: Erasure,
): Promise<{ outcome: 'erased'; orders: number } | { outcome: 'later' }> => {
  if (!(await emptiedMessages(ctx, erasure))) return { outcome: 'later' }
  await eraseCards(ctx, erasure)
  await eraseTextsOfStores(ctx, erasure)
  let orders = 0
  for (let after: OrderId | undefined; ; ) {
    const batch = await eraseBatch(ctx, erasure, after)
    if (batch === 'under-way') return { outcome: 'later' }
    orders += batch.length
    after = batch.at(-1)
    if (batch.length < BATCH) break
  }
  const { storeIds, person } = erasure
  if (person) {
    await eraseNotesOfPerson(ctx, { storeIds, person })
    const { emails } = person
    await eraseMailsToAddresses(ctx.db.long.query, { storeIds, emails, now: ctx.clock.now() })
  }
  const customerId = person?.customerId
  if (customerId !== undefined) {
    await eraseCustomerOfCards(ctx.db.long.query, { storeIds, customerId })
  }
  return { outcome: 'erased', orders }
}

/** Deletes notes under former keys: a shop may have changed an order's customer since. */
const eraseNotesOfPerson = async (
  { db: { long } }: PaymentsContext,
  { storeIds, person }: { storeIds: readonly StoreId[]; person: PersonTraces },
): Promise<void> => {
  const names = namesOfPerson(person)
  await deleteNotesWithoutOrders(long.query, await keysOfPerson(long.query, { storeIds, names }))
}

const eraseCards = async (
  { db: { long } }: PaymentsContext,
  { storeIds, person }: Erasure,
): Promise<void> => {
  const { query } = long
  if (!person) return eraseCardsOfStores(query, storeIds)
  const orders = await ordersOfPerson(query, { storeIds, traces: person, limit: MOST_ORDERS })
  await eraseCardsOfOrders(
    query,
    orders.map(({ id }) => id),
  )
}

/** Before the orders, whose customers say what to search for. */
const eraseTextsOfStores = async (
  { db: { long } }: PaymentsContext,
  { storeIds, person }: Erasure,
): Promise<void> => {
  if (!person) return eraseRecordsOfStores(long.query, storeIds)
  const orders = await ordersOfPerson(long.query, { storeIds, traces: person, limit: MOST_ORDERS })
  const about = { storeIds, words: identifiersOf(orders, person) }
  await long.query.transaction().execute(async (trx) => {
    await eraseMentionsOfStores(trx, about)
    // A shop may use the e-mail address as the customer's id. Orders that only their ids name are many.
    if (isIdentified(person)) await eraseMentionsOfTasks(trx, about)
  })
}

const eraseBatch = (
  ctx: PaymentsContext,
  { storeIds, person, reason, isFollowed = true }: Erasure,
  after: OrderId | undefined,
): Promise<readonly OrderId[] | 'under-way'> =>
  ctx.db.long.query.transaction().execute(async (trx) => {
    const locked = await lockOrdersToErase(trx, { storeIds, traces: person, after, limit: BATCH })
    const orderIds = locked.map(({ id }) => id)
    const payments = [...(await paymentsOfOrders(trx, orderIds)).values()].flat()
    // A retry of a creation must send the same body.
    if (isFollowed && payments.some(({ state }) => state === 'intended')) return 'under-way'
    // The task would write its messages into the delivery log at its end.
    if (await isWorkUnderWay(trx, orderIds)) return 'under-way'
    await eraseLockedOrders(trx, ctx, { orders: locked, person, reason })
    await eraseRecordsOfOrders(trx, orderIds)
    return orderIds
  })

/** `false`: some messages await processing. */
const emptiedMessages = async (
  { db: { long } }: PaymentsContext,
  { storeIds, person, messages }: Erasure,
): Promise<boolean> => {
  // Searching bodies takes longer than a usual statement may.
  const { query } = long
  const orders = person
    ? await ordersOfPerson(query, { storeIds, traces: person, limit: MOST_ORDERS })
    : []
  const about = messagesAbout({ storeIds, person, orders, messages })
  const waiting = await query.transaction().execute((trx) => eraseBodiesOfPeople(trx, about))
  return waiting === 0
}

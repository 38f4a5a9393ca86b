import {
  attemptsAtOrders,
  emptyMessages,
  eraseCustomerOfCards,
  erasePeopleOfOrders,
  lockOrdersToErase,
  ordersOfPerson,
  type PersonTraces,
} from '../../ledger/personal-data.ts'
import type { MessageSource } from '../../ledger/tables.ts'
import { addToTimeline } from '../../ledger/timeline.ts'
import type { PaymentsContext } from '../context.ts'

/** Whose data is to be erased: a person's, or, without `traces`, that of all customers of the stores. */
export interface Erasure {
  storeIds: readonly string[]
  person?: (PersonTraces & { customerId: string | undefined }) | undefined
  /** Who asked for it, for the timeline: `customers/redact`. */
  reason: string
  /** Whose messages are kept besides the gateway's, and those that wait for being erased themselves. */
  messages: { source: MessageSource; erasures: readonly string[]; storeIds: readonly string[] }
}

const BATCH = 200
/** More orders of one person are none that a shop has had. */
const MOST_ORDERS = 10_000

/**
 * Erases what is kept of a person, or of all customers of stores: in orders, in what the gateway was
 * asked for, in messages that came. What was charged and given back, and when, stays. `later`: something
 * about them is under way; once it is done, the rest can be erased.
 */
export const erasePeople = async (
  ctx: PaymentsContext,
  { storeIds, person, reason, messages }: Erasure,
): Promise<{ outcome: 'erased'; orders: number } | { outcome: 'later' }> => {
  const { ledger, clock } = ctx
  const words = person && (await wordsOf(ctx, { storeIds, person }))
  let orders = 0
  for (;;) {
    const batch = await ledger.query.transaction().execute(async (trx) => {
      const locked = await lockOrdersToErase(trx, { storeIds, traces: person, limit: BATCH })
      const orderIds = locked.map(({ id }) => id)
      const attempts = await attemptsAtOrders(trx, orderIds)
      // What is being created is sent again as it was, until its answer is known.
      if (attempts.some(({ state }) => state === 'intended')) return 'under-way'
      const now = clock.now()
      await erasePeopleOfOrders(trx, { orderIds, now })
      const kind = 'personal_data_erased' as const
      await addToTimeline(
        trx,
        orderIds.map((order_id) => ({ at: now, order_id, kind, details: { reason } })),
      )
      return orderIds.length
    })
    if (batch === 'under-way') return { outcome: 'later' }
    orders += batch
    if (batch < BATCH) break
  }
  const waiting = await ledger.query.transaction().execute(async (trx) => {
    if (person?.customerId !== undefined) {
      await eraseCustomerOfCards(trx, { storeIds, customerId: person.customerId })
    }
    const ofGateway = await emptyMessages(trx, { storeIds, source: 'gateway', words })
    const ofPlatform = await emptyMessages(trx, {
      storeIds: [...storeIds, ...messages.storeIds],
      source: messages.source,
      words,
      leftOut: messages.erasures,
    })
    return ofGateway.waiting + ofPlatform.waiting
  })
  return waiting > 0 ? { outcome: 'later' } : { outcome: 'erased', orders }
}

/** What messages about a person hold: their addresses, and the ids of their orders and payments. */
const wordsOf = async (
  { ledger }: PaymentsContext,
  { storeIds, person }: { storeIds: readonly string[]; person: PersonTraces },
): Promise<string[]> => {
  const orders = await ordersOfPerson(ledger.query, {
    storeIds,
    traces: person,
    limit: MOST_ORDERS,
  })
  const attempts = await attemptsAtOrders(
    ledger.query,
    orders.map(({ id }) => id),
  )
  const { externalIds, emails, phones } = person
  const words = [
    ...externalIds,
    ...emails,
    ...emails.map((email) => email.toLowerCase()),
    ...phones,
    ...orders.map(({ external_id }) => external_id),
    ...attempts.map(({ id }) => id),
  ]
  // A word of a few letters would be found everywhere.
  return [...new Set(words)].filter((word) => word.length >= 5)
}

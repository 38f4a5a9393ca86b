import type { OrderRow } from '../../ledger/ledger.ts'
import {
  attemptsAtOrders,
  emptyMessages,
  emptyMessagesOfPayments,
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
 * Erases what is kept of a person, or of all customers of stores: in messages that came, in orders, in
 * what the gateway was asked for. What was charged and given back, and when, stays. `later`: something
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
    await eraseCustomerOfCards(ctx.ledger.query, { storeIds, customerId })
  }
  return { outcome: 'erased', orders }
}

const eraseBatch = (
  { ledger, clock }: PaymentsContext,
  { storeIds, person, reason }: Erasure,
): Promise<number | 'under-way'> =>
  ledger.query.transaction().execute(async (trx) => {
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

/** `false`: some that have to be emptied have to be handled first. */
const emptiedMessages = async (
  { ledger }: PaymentsContext,
  { storeIds, person, messages }: Erasure,
): Promise<boolean> => {
  const orders = person
    ? await ordersOfPerson(ledger.query, { storeIds, traces: person, limit: MOST_ORDERS })
    : undefined
  const orderIds = orders?.map(({ id }) => id)
  const words = person && wordsOf(person, orders ?? [])
  const { source, erasures: leftOut } = messages
  return ledger.query.transaction().execute(async (trx) => {
    const emptied = [
      await emptyMessagesOfPayments(trx, { storeIds, orderIds }),
      await emptyMessages(trx, { storeIds, source: 'gateway', words }),
      await emptyMessages(trx, {
        storeIds: [...storeIds, ...messages.storeIds],
        source,
        words,
        leftOut,
      }),
    ]
    return emptied.every(({ waiting }) => waiting === 0)
  })
}

/** What messages about a person hold: their addresses, and the numbers of their orders. */
const wordsOf = (
  { externalIds, emails, phones }: PersonTraces,
  orders: readonly OrderRow[],
): string[] => {
  const words = [
    ...externalIds,
    ...emails,
    ...emails.map((email) => email.toLowerCase()),
    ...phones,
    ...orders.map(({ external_id }) => external_id),
  ]
  // A word of a few letters would be found everywhere.
  return [...new Set(words)].filter((word) => word.length >= 5)
}

import type { OrderRow } from '../../db/db.ts'
import type { MessagesOfPeople } from '../../db/events-of-people.ts'
import type { PersonTraces } from '../../db/personal-data.ts'
import type { MessageSource } from '../../db/tables/events.ts'
import type { StoreId } from '../../domain/ids.ts'

/** Whose messages are kept besides the gateway's, and those that are requests about people themselves. */
export interface PlatformMessages {
  source: MessageSource
  requests: readonly string[]
  storeIds: readonly StoreId[]
}

/** More orders of one person are none that a shop has had. */
export const MOST_ORDERS = 10_000

/** Where a person is in the inbox; without `person`, everybody of the stores. */
export const messagesAbout = ({
  storeIds,
  person,
  orders,
  messages,
}: {
  storeIds: readonly StoreId[]
  person: PersonTraces | undefined
  /** Theirs. */
  orders: readonly OrderRow[]
  messages: PlatformMessages
}): MessagesOfPeople => ({
  storeIds,
  orderIds: person && orders.map(({ id }) => id),
  words: person && wordsOf(person, orders),
  platform: {
    source: messages.source,
    storeIds: messages.storeIds,
    leftOut: messages.requests,
  },
})

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

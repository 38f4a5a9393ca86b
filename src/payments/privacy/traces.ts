import type { OrderRow } from '../../db/db.ts'
import type { MessagesOfPeople } from '../../db/events/events-of-people.ts'
import type { PersonTraces } from '../../db/privacy/personal-data.ts'
import type { MessageSource } from '../../db/tables/events.ts'
import type { StoreId } from '../../domain/ids.ts'

/** Platform messages to search; `requests`: topics that are privacy requests themselves. */
export interface PlatformMessages {
  source: MessageSource
  requests: readonly string[]
  storeIds: readonly StoreId[]
}

/** Upper bound, far above any person's orders. */
export const MOST_ORDERS = 10_000

/**
 * Finds messages about a person in the inbox; without `person`, about all customers of the stores.
 */
export const messagesAbout = ({
  storeIds,
  person,
  orders,
  messages,
}: {
  storeIds: readonly StoreId[]
  person: PersonTraces | undefined
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
  // Shorter words would match everywhere.
  return [...new Set(words)].filter((word) => word.length >= 5)
}

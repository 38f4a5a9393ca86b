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
  /** `false`: order ids are counters, which texts about other orders contain too. */
  areOrderIdsUnique: boolean
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
  words: person && wordsOf(person, messages.areOrderIdsUnique ? orders : undefined),
  platform: {
    source: messages.source,
    storeIds: messages.storeIds,
    leftOut: messages.requests,
  },
})

const wordsOf = (
  { externalIds, emails, phones }: PersonTraces,
  /** `undefined`: search no order ids. */
  orders: readonly OrderRow[] | undefined,
): string[] => {
  const words = [
    ...(orders ? [...externalIds, ...orders.map(({ external_id }) => external_id)] : []),
    ...emails,
    ...emails.map((email) => email.toLowerCase()),
    ...phones,
  ]
  // Shorter words would match everywhere.
  return [...new Set(words)].filter((word) => word.length >= 5)
}

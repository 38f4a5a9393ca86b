import type { OrderRow } from '../../db/db.ts'
import type { MessagesOfPeople } from '../../db/events/events-of-people.ts'
import { longEnough } from '../../db/privacy/mentions.ts'
import type { PersonTraces } from '../../db/privacy/personal-data.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { PlatformMessages } from '../ports/platform-messages.ts'

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
  { externalIds, emails, phones, identityNumbers = [] }: PersonTraces,
  /** `undefined`: search no order ids. */
  orders: readonly OrderRow[] | undefined,
): string[] => {
  const words = [
    ...(orders ? [...externalIds, ...orders.map(({ external_id }) => external_id)] : []),
    ...emails,
    ...emails.map((email) => email.toLowerCase()),
    ...phones,
    ...identityNumbers,
  ]
  return longEnough(words)
}

/** Words by which texts of others may name the customers of these orders. */
export const wordsOfPeople = (
  orders: readonly Pick<OrderRow, 'customer'>[],
  person?: PersonTraces,
): string[] =>
  longEnough([
    ...orders
      .flatMap(({ customer }) => Object.values(customer))
      .filter((value) => value !== undefined),
    ...(person?.emails ?? []),
    ...(person?.phones ?? []),
    ...(person?.identityNumbers ?? []),
  ])

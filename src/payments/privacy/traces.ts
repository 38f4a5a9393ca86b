import type { OrderRow } from '../../db/db.ts'
import type { MessagesOfPeople } from '../../db/events/events-of-people.ts'
import { longEnough } from '../../db/privacy/mentions.ts'
import type { PersonTraces } from '../../db/privacy/people-of-orders.ts'
import type { StoreId } from '../../domain/ids.ts'
import { phoneSpellings } from '../../domain/requests/phone-digits.ts'
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
  words: person && wordsOf(person, { orders, areOrderIdsUnique: messages.areOrderIdsUnique }),
  platform: {
    source: messages.source,
    storeIds: messages.storeIds,
    leftOut: messages.requests,
  },
})

const wordsOf = (
  person: PersonTraces,
  { orders, areOrderIdsUnique }: { orders: readonly OrderRow[]; areOrderIdsUnique: boolean },
): string[] => {
  const { externalIds, emails } = person
  const ids = [...externalIds, ...orders.map(({ external_id }) => external_id)]
  return longEnough([
    ...(areOrderIdsUnique ? ids : []),
    ...emails.map((email) => email.toLowerCase()),
    // Orders that only their ids name need no search of bodies: their payments find these.
    ...(isIdentified(person) ? identifiersOf(orders, person) : []),
  ])
}

/** `false`: only ids of orders name the person. */
export const isIdentified = ({ emails, phones, identityNumbers = [] }: PersonTraces): boolean =>
  emails.length + phones.length + identityNumbers.length > 0

type Customers = readonly Pick<OrderRow, 'customer'>[]

/**
 * What identifies a person: as given, and as their orders spell it. A family shares a telephone, so other
 * values of these orders do not count, unless only the orders name the person.
 */
export const identifiersOf = (orders: Customers, person?: PersonTraces): string[] => {
  const { emails = [], phones = [], identityNumbers = [] } = person ?? {}
  const given = [...emails, ...phones, ...identityNumbers]
  const stored = orders.flatMap(({ customer: { email, phone, identity_number } }) =>
    [email, phone, identity_number].filter((value) => value !== undefined),
  )
  const spelled = new Set([...given.map(spellingOf), ...phones.flatMap(phoneSpellings)])
  const isTheirs = (value: string) => given.length === 0 || spelled.has(spellingOf(value))
  return longEnough([...given, ...stored.filter(isTheirs)])
}

/** As the search for orders compares: e-mail addresses without case, numbers by their digits. */
const spellingOf = (value: string): string =>
  value.includes('@') ? value.toLowerCase() : value.replace(/\D/g, '')

/** Words by which texts about these orders may name their customers. */
export const wordsOfPeople = (orders: Customers, person?: PersonTraces): string[] =>
  longEnough([
    ...orders
      .flatMap(({ customer }) => Object.values(customer))
      .filter((value) => value !== undefined),
    ...(person ? identifiersOf([], person) : []),
  ])

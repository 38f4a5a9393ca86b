import type { PersonTraces } from '../../db/privacy/people-of-orders.ts'
import type { OrderCustomer } from '../../db/tables/orders.ts'
import { phoneSpellings } from '../../domain/requests/phone-digits.ts'

/** Fields that identify a customer; the first present one groups the orders. */
export const IDENTIFIERS = ['identity_number', 'email', 'phone'] as const
type IdentifierKind = (typeof IDENTIFIERS)[number]

export interface Identifier {
  kind: IdentifierKind
  /** Spelled as in the newest order. */
  value: string
}

const PLAIN: Record<IdentifierKind, (value: string) => string> = {
  identity_number: (value) => value.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase(),
  email: (value) => value.trim().toLowerCase(),
  phone: (value) => phoneSpellings(value)[0] ?? '',
}

/** Returns each identifier of a person as the only one of an order's customer. */
export const namesOfPerson = ({
  emails,
  phones,
  identityNumbers = [],
}: Pick<PersonTraces, 'emails' | 'phones' | 'identityNumbers'>): OrderCustomer[] => [
  ...emails.map((email) => ({ email })),
  ...phones.map((phone) => ({ phone })),
  ...identityNumbers.map((identity_number) => ({ identity_number })),
]

/** Upper bound per kind: a wholesaler's customers may share an identity number. */
const MOST_OF_KIND = 5

/** Returns the identifiers of the customer of these orders (newest first), each once. */
export const identifiersOfOrders = (orders: readonly { customer: OrderCustomer }[]): Identifier[] =>
  IDENTIFIERS.flatMap((kind) => {
    const values = new Map<string, string>()
    for (const { customer } of orders) {
      const value = customer[kind] ?? ''
      const plain = PLAIN[kind](value)
      if (plain !== '' && !values.has(plain)) values.set(plain, value)
    }
    return [...values.values()].slice(0, MOST_OF_KIND).map((value) => ({ kind, value }))
  })

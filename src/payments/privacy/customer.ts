import type { StoreRow } from '../../db/db.ts'
import type { PersonTraces } from '../../db/privacy/people-of-orders.ts'
import { platformOf, type RunningPlatform } from '../ports/platform.ts'
import type { PlatformMessages } from '../ports/platform-messages.ts'

/** What a merchant knows of a customer; any match suffices. */
export interface NamedCustomer {
  email?: string | undefined
  phone?: string | undefined
  identity_number?: string | undefined
  /** The customer's id at the store, of saved cards. */
  id?: string | undefined
  /** The store's ids of orders. */
  orders?: readonly string[] | undefined
}

const listOf = (value: string | undefined): string[] => (value === undefined ? [] : [value])

export const tracesOf = ({ email, phone, identity_number, orders = [] }: NamedCustomer) =>
  ({
    externalIds: orders,
    emails: listOf(email),
    phones: listOf(phone),
    identityNumbers: listOf(identity_number),
  }) satisfies PersonTraces

/** Webhooks of the store's platform, which may name its customers. */
export const messagesOfPlatform = (
  platforms: readonly RunningPlatform[],
  store: StoreRow,
): PlatformMessages => {
  const { adapter } = platformOf(platforms, store)
  // An erased store has no shop left to search for.
  const hasShop = Object.keys(store.connection).length > 0
  const ofShop = hasShop ? adapter.personalData?.messagesOf?.(store) : undefined
  const source = adapter.name
  return ofShop ?? { source, requests: [], storeIds: [], areOrderIdsUnique: false }
}

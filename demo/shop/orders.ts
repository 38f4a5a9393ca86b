import { randomInt } from 'node:crypto'
import type { Product } from './catalogue.ts'
import type { Language } from './language.ts'

/** How the shop's customer sees an order. */
export type OrderState =
  | 'waiting'
  | 'declined'
  | 'expired'
  | 'paid'
  | 'checking'
  | 'part-returned'
  | 'returned'

export interface ShopOrder {
  /** Hard to guess: whoever knows it may see the order. */
  id: string
  number: string
  product: Product
  language: Language
  state: OrderState
  /** Where to pay, once Puente has answered. */
  payUrl?: string
  /** When Puente wrote the news that `state` comes from; older news that arrives later is none. */
  newsFrom?: string
}

export interface ShopOrders {
  add(product: Product, language: Language): ShopOrder
  find(id: string): ShopOrder | undefined
}

const MAX_ORDERS = 1_000
const ID_LENGTH = 12
/** No letters or digits that look alike. */
const ID_ALPHABET = '23456789abcdefghjkmnpqrstvwxyz'

/** Orders in memory, the latest thousand: this is a demo. A shop would keep them in its database. */
export const rememberOrders = (): ShopOrders => {
  const orders = new Map<string, ShopOrder>()
  return {
    add: (product, language) => {
      const id = randomId()
      const number = id.slice(0, 6).toUpperCase()
      const order: ShopOrder = { id, number, product, language, state: 'waiting' }
      orders.set(id, order)
      const [oldest] = orders.keys()
      if (orders.size > MAX_ORDERS && oldest) orders.delete(oldest)
      return order
    },
    find: (id) => orders.get(id),
  }
}

const randomId = (): string =>
  Array.from({ length: ID_LENGTH }, () => ID_ALPHABET[randomInt(ID_ALPHABET.length)]).join('')

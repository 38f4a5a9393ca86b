import { z } from 'zod'
import { CURRENCY, type Product } from './catalogue.ts'
import type { Language } from './language.ts'
import { randomId } from './random-id.ts'

/** Where an order stands at Puente. */
const orderStatus = z.enum([
  'awaiting_payment',
  'payment_expired',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'on_hold',
  'cancelled',
])
type OrderStatus = z.output<typeof orderStatus>

/** How the shop's customer sees an order. */
export type OrderState =
  | 'waiting'
  | 'declined'
  | 'expired'
  | 'paid'
  | 'paid-twice'
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

const STATES: Record<OrderStatus, OrderState> = {
  awaiting_payment: 'waiting',
  payment_expired: 'expired',
  cancelled: 'expired',
  paid: 'paid',
  partially_refunded: 'part-returned',
  refunded: 'returned',
  voided: 'returned',
  on_hold: 'checking',
}

/** How the shop says that an order of its stands, where it is asked; an order on hold is undecided. */
export const STATUS_OF_STATE: Record<OrderState, string> = {
  waiting: 'unpaid',
  declined: 'unpaid',
  expired: 'cancelled',
  paid: 'paid',
  'paid-twice': 'paid',
  checking: 'unpaid',
  'part-returned': 'partially_refunded',
  returned: 'refunded',
}

/** Where an order stands at Puente, and what is wrong with its money. */
export const derived = z.object({ status: orderStatus, conflict: z.string().nullish() })
export type StoreOrderState = z.output<typeof derived>

export const stateOfDerived = ({ status, conflict }: StoreOrderState): OrderState =>
  status === 'paid' && conflict === 'paid_twice' ? 'paid-twice' : STATES[status]

/** What Puente has said of an order; `at`: when. What it said before that is news no more. */
export const takeNews = (
  order: ShopOrder,
  { state, at }: { state: OrderState; at: string },
): void => {
  if (order.newsFrom && at < order.newsFrom) return
  Object.assign(order, { state, newsFrom: at })
}

/** An order as the shop answers when it is asked how it stands. */
export interface AnsweredOrder {
  id: string
  status: string
  amount: string
  currency: string
}

export interface ShopOrders {
  add(product: Product, language: Language): ShopOrder
  find(id: string): ShopOrder | undefined
  /** Keeps what Puente has said of an order that another program has made for this shop. */
  hearOf(other: AnsweredOrder, at: string): void
  /** Any order that is known, however it came here. */
  answer(id: string): AnsweredOrder | undefined
}

const MAX_ORDERS = 1_000
const ID_LENGTH = 12

/** Orders in memory, the latest thousand: this is a demo. A shop would keep them in its database. */
export const rememberOrders = (): ShopOrders => {
  const orders = new Map<string, ShopOrder>()
  const others = new Map<string, { id: string; order: AnsweredOrder; at: string }>()
  return {
    add: (product, language) => {
      const id = randomId(ID_LENGTH)
      const number = id.slice(0, 6).toUpperCase()
      const order: ShopOrder = { id, number, product, language, state: 'waiting' }
      keep(orders, order)
      return order
    },
    find: (id) => orders.get(id),
    hearOf: (other, at) => {
      const known = others.get(other.id)
      if (!known || known.at <= at) keep(others, { id: other.id, order: other, at })
    },
    answer: (id) => {
      const order = orders.get(id)
      if (!order) return others.get(id)?.order
      const { state, product } = order
      return { id, status: STATUS_OF_STATE[state], amount: product.price, currency: CURRENCY }
    },
  }
}

const keep = <Order extends { id: string }>(orders: Map<string, Order>, order: Order): void => {
  orders.set(order.id, order)
  const [oldest] = orders.keys()
  if (orders.size > MAX_ORDERS && oldest) orders.delete(oldest)
}

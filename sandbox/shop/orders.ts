import { z } from 'zod'
import type { Language } from '../../src/locales/language.ts'
import { CURRENCY, type Product } from './catalogue.ts'
import { randomId } from './random-id.ts'

/** Order status in Puente. */
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
  /** Grants access, so unguessable. */
  id: string
  number: string
  product: Product
  language: Language
  state: OrderState
  payUrl?: string
  /** Processor's code of the latest decline. */
  declineCode?: string | undefined
  /** Timestamp of the notification behind `state`; older ones are stale. */
  stateAt?: string
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

export const derived = z.object({ status: orderStatus, conflict: z.string().nullish() })
export type DemoOrderState = z.output<typeof derived>

export const stateOfDerived = ({ status, conflict }: DemoOrderState): OrderState =>
  status === 'paid' && conflict === 'paid_twice' ? 'paid-twice' : STATES[status]

/** Ignores a stale state. */
export const applyNotifiedState = (
  order: ShopOrder,
  { state, at, declineCode }: { state: OrderState; at: string; declineCode?: string | undefined },
): void => {
  if (order.stateAt && at < order.stateAt) return
  Object.assign(order, { state, stateAt: at })
  // The gateway's event of a decline has no code; the answer to the charge had.
  if (declineCode !== undefined || state !== 'declined') order.declineCode = declineCode
}

export interface AnsweredOrder {
  id: string
  status: string
  amount: string
  currency: string
}

export interface ShopOrders {
  add(product: Product, language: Language): ShopOrder
  find(id: string): ShopOrder | undefined
  addExternal(other: AnsweredOrder, at: string): void
  /** Includes other programs' orders. */
  answer(id: string): AnsweredOrder | undefined
}

const MAX_ORDERS = 1_000
const ID_LENGTH = 12

/** Keeps a bounded number in memory; a real shop would use a database. */
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
    addExternal: (other, at) => {
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

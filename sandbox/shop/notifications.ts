import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import {
  derived,
  type OrderState,
  type ShopOrders,
  STATUS_OF_STATE,
  type StoreOrderState,
  stateOfDerived,
  takeNews,
} from './orders.ts'

const message = z.object({ type: z.string(), timestamp: z.iso.datetime() })
const money = z.object({ amount: z.string(), currency: z.string() })
const aboutOrder = message.extend({
  data: z.object({
    order: derived.extend({ id: z.string(), ...money.partial().shape }),
  }),
})

const question = z.object({
  type: z.literal('orders.requested'),
  data: z.object({ order_ids: z.array(z.string()).max(100) }),
})

/**
 * What Puente tells the shop: a signed POST (Standard Webhooks 1.0) that carries the order as it
 * stands. It can come twice, and an older one after a newer one.
 */
export const newsFromPuente = (orders: ShopOrders, notifySecret: string) => {
  const verifier = new Webhook(notifySecret)
  return {
    /** What Puente asks, when it compares orders; the ids are of orders that the shop may not know. */
    ordersAskedFor: (rawBody: Buffer, headers: Record<string, string>): string[] | undefined =>
      question.safeParse(verified(verifier, rawBody, headers)).data?.data.order_ids,

    /** Takes the raw body. `false`: the signature is not Puente's, or the message is unreadable. */
    take: (rawBody: Buffer, headers: Record<string, string>): boolean => {
      const told = verified(verifier, rawBody, headers)
      if (!message.safeParse(told).success) return false
      const notificationFacts = aboutOrder.safeParse(told)
      // Something else, such as a card that was saved: it is asked for when it is needed.
      if (!notificationFacts.success) return true
      const { type, timestamp, data } = notificationFacts.data
      const state = stateOf(type, data.order)
      const order = orders.find(data.order.id)
      if (order) takeNews(order, { state, at: timestamp })
      // Made by another program, or forgotten when the shop was restarted.
      const other = order ? undefined : money.safeParse(data.order).data
      const { id } = data.order
      if (other) orders.hearOf({ id, status: STATUS_OF_STATE[state], ...other }, timestamp)
      return true
    },
  }
}

const verified = (verifier: Webhook, rawBody: Buffer, headers: Record<string, string>): unknown => {
  try {
    return verifier.verify(rawBody, headers)
  } catch {
    return undefined
  }
}

const stateOf = (type: string, order: StoreOrderState): OrderState =>
  type === 'order.payment_failed' && order.status === 'awaiting_payment'
    ? 'declined'
    : stateOfDerived(order)

import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import type { OrderState, ShopOrder, ShopOrders } from './orders.ts'

const STATES = {
  awaiting_payment: 'waiting',
  payment_expired: 'expired',
  paid: 'paid',
  partially_refunded: 'part-returned',
  refunded: 'returned',
  voided: 'returned',
  on_hold: 'checking',
} as const satisfies Record<string, OrderState>

const message = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  data: z.object({
    order: z.object({ id: z.string(), status: z.enum(Object.keys(STATES) as Status[]) }),
  }),
})
type Status = keyof typeof STATES

/**
 * What Puente tells the shop: a signed POST (Standard Webhooks 1.0) that carries the order as it
 * stands. It can come twice, and an older one after a newer one.
 */
export const newsFromPuente = (orders: ShopOrders, notifySecret: string) => {
  const verifier = new Webhook(notifySecret)
  return {
    /** Takes the raw body. `false`: the signature is not Puente's, or the message is unreadable. */
    take: (rawBody: Buffer, headers: Record<string, string>): boolean => {
      const told = message.safeParse(verified(verifier, rawBody, headers))
      if (!told.success) return false
      const { type, timestamp, data } = told.data
      // An order that the shop forgot when it was restarted: telling it again would not help.
      const order = orders.find(data.order.id)
      if (order) update(order, stateOf(type, data.order.status), timestamp)
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

const stateOf = (type: string, status: Status): OrderState =>
  type === 'order.payment_failed' && status === 'awaiting_payment' ? 'declined' : STATES[status]

const update = (order: ShopOrder, state: OrderState, newsFrom: string): void => {
  if (order.newsFrom && newsFrom < order.newsFrom) return
  Object.assign(order, { state, newsFrom })
}

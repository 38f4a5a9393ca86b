import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import {
  applyNotifiedState,
  type DemoOrderState,
  derived,
  type OrderState,
  type ShopOrders,
  STATUS_OF_STATE,
  stateOfDerived,
} from './orders.ts'

const message = z.object({ type: z.string(), timestamp: z.iso.datetime() })
const money = z.object({ amount: z.string(), currency: z.string() })
const aboutOrder = message.extend({
  data: z.object({
    order: derived.extend({ id: z.string(), ...money.partial().shape }),
    payment: z.object({ decline: z.object({ code: z.string() }).nullish() }).nullish(),
  }),
})

const question = z.object({
  type: z.literal('orders.requested'),
  data: z.object({ order_ids: z.array(z.string()).max(100) }),
})

/**
 * Accepts signed POSTs (Standard Webhooks 1.0) with a snapshot of the order, at least once and in
 * any order.
 */
export const notificationsFromPuente = (orders: ShopOrders, notifySecret: string) => {
  const verifier = new Webhook(notifySecret)
  return {
    /**
     * Returns a reconciliation request's ids, some possibly unknown here; `undefined` if the
     * signature is invalid.
     */
    requestedOrderIds: (rawBody: Buffer, headers: Record<string, string>): string[] | undefined =>
      question.safeParse(verified(verifier, rawBody, headers)).data?.data.order_ids,

    /** False if signature or message is invalid. */
    apply: (rawBody: Buffer, headers: Record<string, string>): boolean => {
      const payload = verified(verifier, rawBody, headers)
      if (!message.safeParse(payload).success) return false
      const notificationFacts = aboutOrder.safeParse(payload)
      // Concerns no order, e.g. a saved card, queried on demand.
      if (!notificationFacts.success) return true
      const { type, timestamp, data } = notificationFacts.data
      const state = stateOf(type, data.order)
      const order = orders.find(data.order.id)
      if (order)
        applyNotifiedState(order, {
          state,
          at: timestamp,
          declineCode: data.payment?.decline?.code,
        })
      // Order of another program, or lost in a restart.
      const other = order ? undefined : money.safeParse(data.order).data
      const { id } = data.order
      if (other) orders.addExternal({ id, status: STATUS_OF_STATE[state], ...other }, timestamp)
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

const stateOf = (type: string, order: DemoOrderState): OrderState =>
  type === 'order.payment_failed' && order.status === 'awaiting_payment'
    ? 'declined'
    : stateOfDerived(order)

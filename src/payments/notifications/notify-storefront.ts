import { type NotificationFacts, readFactsNow } from '../../db/notifications/notification-facts.ts'
import {
  addToTimeline,
  latestInTimeline,
  type TimelineEntry,
  type TimelineKind,
} from '../../db/orders/timeline.ts'
import type { OrderStatus } from '../../domain/order-status.ts'
import { cancelHeld } from '../orders/cancel-order.ts'
import { addLine } from '../orders/change-held.ts'
import { decideOrder } from '../orders/held-order.ts'
import { summaryOfNotification } from '../orders/log-summaries.ts'
import { hasCharge } from '../orders/rules/advance.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { NotificationType } from '../ports/notification.ts'
import type { DeliveryResult, NoteCall, OrderMessage, Storefront } from '../ports/storefront.ts'
import { outcomeOfDelivery, type TaskOutcome } from '../ports/task-outcome.ts'
import type { StorefrontNotification } from '../ports/tasks/notification-tasks.ts'
import { withOrderLease } from './order-lease.ts'

/**
 * Status that the order must still have: a delayed notification would mislead a store that acts on
 * its type.
 */
const REQUIRED_STATUS: Partial<Record<NotificationType, OrderStatus>> = {
  'order.payment_failed': 'awaiting_payment',
  'order.payment_expired': 'payment_expired',
}

export interface Notified {
  outcome: TaskOutcome
  /** Whether the store processed the notification. */
  hasContacted: boolean
  /** Timeline entry, written when the task ends. */
  line?: TimelineEntry | undefined
}

const withoutContact = (outcome: TaskOutcome): Notified => ({ outcome, hasContacted: false })

/** `facts`: the order's snapshot, just read in a batch. */
export interface SendWith {
  storefront: Storefront
  facts: NotificationFacts
  noteCall?: NoteCall | undefined
}

/**
 * Notifies the storefront of the order's current state, not the planned one. Skips a notification
 * that is no longer true.
 */
export const notifyStorefront = async (
  ctx: PaymentsContext,
  payload: StorefrontNotification,
  { storefront, facts, noteCall }: SendWith,
): Promise<Notified> => {
  const orderId = facts.order.id
  const send = async (known: NotificationFacts | undefined): Promise<Notified> => {
    const message = known && messageOf(payload, known)
    if (!message) return withoutContact({ outcome: 'done' })
    if (!isUpToDate(message)) {
      return withoutContact({ outcome: 'done', note: 'left-out' })
    }
    return ended(ctx, { message, result: await storefront.notify(message, noteCall) })
  }
  if (!storefront.serialized) return send(facts)
  // Reads the facts again: the previous lease holder may have sent newer ones.
  const sendAnew = async () => {
    const now = ctx.clock.now()
    return send((await readFactsNow(ctx.db, { orderIds: [orderId], now })).get(orderId))
  }
  const sent = await withOrderLease(ctx, { storefront, orderId }, sendAnew)
  return sent.outcome === 'busy' ? withoutContact(sent) : sent
}

/** Reports whether the order still has the status that the type implies. */
export const isUpToDate = ({ type, order }: Pick<OrderMessage, 'type' | 'order'>): boolean => {
  const requiredStatus = REQUIRED_STATUS[type]
  return requiredStatus === undefined || order.status === requiredStatus
}

/** Returns `undefined` if the order lacks the named payment. */
export const messageOf = (
  { type, messageId: id, paymentId }: StorefrontNotification,
  { at, order, payments, refunds }: NotificationFacts,
): OrderMessage | undefined => {
  const payment = paymentId === null ? null : payments.find((each) => each.id === paymentId)
  if (payment === undefined) return undefined
  return { id, type, at, order, payment, charges: payments.filter(hasCharge), refunds }
}

const ended = async (
  ctx: PaymentsContext,
  { message, result }: { message: OrderMessage; result: DeliveryResult },
): Promise<Notified> => {
  const { id: messageId, type, order, payment } = message
  const said = summaryOfNotification(message)
  const about = {
    store: order.store_id,
    order: order.id,
    payment: payment?.id ?? null,
    message: messageId,
    type,
  }
  const line = (kind: TimelineKind, details?: Record<string, unknown>): TimelineEntry => ({
    at: ctx.clock.now(),
    order_id: order.id,
    payment_id: payment?.id,
    kind,
    details: { type, message: messageId, ...details },
  })
  const outcome = outcomeOfDelivery(result)
  switch (result.outcome) {
    case 'delivered':
      ctx.log.info({ ...about, said: `${said}, store notified` }, 'storefront notified')
      return { outcome, hasContacted: true, line: line('storefront_told') }
    case 'nobody-to-tell':
      ctx.log.info({ ...about, said: `${said}, notifications off` }, 'notifications off')
      return withoutContact(outcome)
    case 'cancelled-at-store': {
      const why = 'store not notified: it cancelled the order'
      const reason = result.outcome
      ctx.log.warn({ ...about, reason, said: `${said}, ${why}` }, 'storefront not notified')
      await decideOrder(ctx, order.id, (held) => {
        addLine(held, line('storefront_not_told', { reason }))
        // The order was paid after its cancellation; the store's policy decides about the money.
        if (!held.order.cancelled_at) cancelHeld(held, 'store')
      })
      return { outcome, hasContacted: true }
    }
    case 'failed': {
      const { detail: reason, retry } = result
      // Dedupes: a store that is down for weeks gets one entry, not hundreds.
      const { query } = ctx.db
      const { details } = (await latestInTimeline(query, order.id, 'storefront_not_told')) ?? {}
      if (details?.message !== messageId || details.reason !== reason) {
        await addToTimeline(query, line('storefront_not_told', { reason, retry }))
      }
      const why = `store not notified: ${reason}`
      ctx.log.warn({ ...about, reason, said: `${said}, ${why}` }, 'storefront not notified')
      return withoutContact({ ...result, outcome: 'failed', isLogged: true })
    }
  }
}

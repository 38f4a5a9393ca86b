import { type NotificationFacts, readFactsNow } from '../../db/notification-facts.ts'
import type { OrderStatus } from '../../db/tables/orders.ts'
import {
  addToTimeline,
  latestInTimeline,
  type TimelineEntry,
  type TimelineKind,
} from '../../db/timeline.ts'
import { cancelHeld } from '../orders/cancel-order.ts'
import { addLine } from '../orders/change-held.ts'
import { decideOrder } from '../orders/held-order.ts'
import { wasTaken } from '../orders/rules/was-taken.ts'
import { saidOfNews } from '../orders/said-of-order.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { NotificationType } from '../ports/notification.ts'
import type { OrderMessage, Storefront, TellOutcome } from '../ports/storefront.ts'
import { outcomeAtStore, type TaskOutcome } from '../ports/task-outcome.ts'
import type { StorefrontNotification } from '../ports/tasks/notify-storefront.ts'
import { inTurn } from './notify-in-turn.ts'

/**
 * A notification of an order that is still to be paid. When its notification was delayed and the order stands
 * otherwise by then, it would mislead a shop that goes by the type of a message.
 */
const ONLY_WHILE: Partial<Record<NotificationType, OrderStatus>> = {
  'order.payment_failed': 'awaiting_payment',
  'order.payment_expired': 'payment_expired',
}

export interface Notified {
  outcome: TaskOutcome
  /** Whether the store has done anything that was asked of it. */
  hasReached: boolean
  /** What goes on the order's timeline with the end of the task. */
  line?: TimelineEntry | undefined
}

const nothingAsked = (outcome: TaskOutcome): Notified => ({ outcome, hasReached: false })

/** What a notification is sent with: `facts` is what was just read of its order, together with others. */
export interface SendWith {
  storefront: Storefront
  facts: NotificationFacts
}

/**
 * Notifies the storefront one thing, with the order as it stands at this moment, not as it stood when
 * the notification was planned. What is no longer true is left out.
 */
export const notifyStorefront = async (
  ctx: PaymentsContext,
  payload: StorefrontNotification,
  { storefront, facts }: SendWith,
): Promise<Notified> => {
  const orderId = facts.order.id
  const send = async (known: NotificationFacts | undefined): Promise<Notified> => {
    const message = known && messageOf(payload, known)
    if (!message) return nothingAsked({ outcome: 'done' })
    if (!isStillTrue(message)) {
      return nothingAsked({ outcome: 'done', note: 'left-out' })
    }
    return ended(ctx, { message, told: await storefront.notify(message) })
  }
  if (!storefront.tellsInTurn) return send(facts)
  // Whoever had the turn before may have told of something newer.
  const sendAnew = async () => {
    const now = ctx.clock.now()
    return send((await readFactsNow(ctx.db, { orderIds: [orderId], now })).get(orderId))
  }
  const sent = await inTurn(ctx, { storefront, orderId }, sendAnew)
  return sent.outcome === 'busy' ? nothingAsked(sent) : sent
}

/** Whether it would not mislead who goes by its type. */
export const isStillTrue = ({ type, order }: Pick<OrderMessage, 'type' | 'order'>): boolean => {
  const wanted = ONLY_WHILE[type]
  return wanted === undefined || order.status === wanted
}

/** `undefined`: it names a payment that the order does not have. */
export const messageOf = (
  { type, messageId: id, paymentId }: StorefrontNotification,
  { at, order, payments, refunds }: NotificationFacts,
): OrderMessage | undefined => {
  const payment = paymentId === null ? null : payments.find((each) => each.id === paymentId)
  if (payment === undefined) return undefined
  return { id, type, at, order, payment, charges: payments.filter(wasTaken), refunds }
}

const ended = async (
  ctx: PaymentsContext,
  { message, told }: { message: OrderMessage; told: TellOutcome },
): Promise<Notified> => {
  const { id: messageId, type, order, payment } = message
  const said = saidOfNews(message)
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
  const outcome = outcomeAtStore(told)
  switch (told.outcome) {
    case 'told':
      ctx.log.info({ ...about, said: `${said}, shop told` }, 'storefront told')
      return { outcome, hasReached: true, line: line('storefront_told') }
    case 'nobody-to-tell':
      ctx.log.info({ ...about, said: `${said}, nobody to tell` }, 'nobody to tell')
      return nothingAsked(outcome)
    case 'cancelled-at-store': {
      const why = 'shop not told: it has cancelled the order'
      const reason = told.outcome
      ctx.log.warn({ ...about, reason, said: `${said}, ${why}` }, 'storefront not told')
      await decideOrder(ctx, order.id, (held) => {
        addLine(held, line('storefront_not_told', { reason }))
        // The payment came too late: the store's policy says what becomes of the money.
        if (!held.order.cancelled_at) cancelHeld(held, 'store')
      })
      return { outcome, hasReached: true }
    }
    case 'not-told': {
      const { detail: reason, retry } = told
      // A shop that is gone for weeks fills the timeline with one line, not with hundreds.
      const { query } = ctx.db
      const { details } = (await latestInTimeline(query, order.id, 'storefront_not_told')) ?? {}
      if (details?.message !== messageId || details.reason !== reason) {
        await addToTimeline(query, line('storefront_not_told', { reason, retry }))
      }
      const why = `shop not told: ${reason}`
      ctx.log.warn({ ...about, reason, said: `${said}, ${why}` }, 'storefront not told')
      return nothingAsked({ ...told, outcome: 'failed', isSaid: true })
    }
  }
}

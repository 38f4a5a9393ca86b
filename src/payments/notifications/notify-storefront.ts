import { atOneMoment, type StoreRow } from '../../db/db.ts'
import { nextMessageTime } from '../../db/event-times.ts'
import { getOrder } from '../../db/orders.ts'
import { findPayment, paymentsOfOrder } from '../../db/payments.ts'
import { refundsOfOrder } from '../../db/refunds.ts'
import { findStore } from '../../db/stores.ts'
import type { OrderStatus } from '../../db/tables/orders.ts'
import { addToTimeline, latestInTimeline, type TimelineKind } from '../../db/timeline.ts'
import type { OrderId } from '../../domain/ids.ts'
import { applyStoreCancellation } from '../orders/cancel-order.ts'
import { wasTaken } from '../orders/rules/was-taken.ts'
import { saidOfNews } from '../orders/said-of-order.ts'
import { orderLog, type PaymentsContext } from '../ports/context.ts'
import type { NotificationType } from '../ports/notification.ts'
import type { OrderMessage, Storefront, TellOutcome } from '../ports/storefront.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
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

/**
 * Notifies the storefront one thing, with the order as it stands at this moment, not as it stood when
 * the message was planned. What is no longer true is left out.
 */
export const notifyStorefront = async (
  ctx: PaymentsContext,
  task: StorefrontNotification,
): Promise<TaskOutcome> => {
  const notificationFacts = await readNews(ctx, task)
  if (!notificationFacts) return { outcome: 'done' }
  const { store, order } = notificationFacts
  const storefront = ctx.storefrontOf(store)
  if (!storefront.tellsInTurn) return notify(ctx, { storefront, task, notificationFacts })
  return inTurn(ctx, { storefront, orderId: order.id }, async () => {
    // Whoever had the turn before may have told of something newer than what was read above.
    const latest = await readNews(ctx, task)
    return latest
      ? notify(ctx, { storefront, task, notificationFacts: latest })
      : { outcome: 'done' }
  })
}

interface NotificationFacts
  extends Pick<OrderMessage, 'at' | 'order' | 'payment' | 'charges' | 'refunds'> {
  store: StoreRow
}

const readNews = async (
  { db, clock }: PaymentsContext,
  { paymentId, orderId: namedOrderId }: StorefrontNotification,
): Promise<NotificationFacts | undefined> => {
  const { query } = db
  const orderId =
    namedOrderId ??
    (paymentId === null ? undefined : (await findPayment(query, paymentId))?.order_id)
  if (orderId === undefined) return undefined
  // What is read afterwards may be newer than the time says, never older.
  const at = await nextMessageTime(query, { orderId, now: clock.now() })
  return atOneMoment(query, async (snapshot) => {
    const payment = paymentId === null ? null : await findPayment(snapshot, paymentId)
    if (payment === undefined) return undefined
    const order = await getOrder(snapshot, orderId)
    const store = await findStore(snapshot, order.store_id)
    const charges = (await paymentsOfOrder(snapshot, order.id)).filter(wasTaken)
    const refunds = await refundsOfOrder(snapshot, order.id)
    return store && { at, store, order, payment, charges, refunds }
  })
}

const notify = async (
  ctx: PaymentsContext,
  {
    storefront,
    task: { type, messageId },
    notificationFacts: { store, ...notificationFacts },
  }: {
    storefront: Storefront
    task: StorefrontNotification
    notificationFacts: NotificationFacts
  },
): Promise<TaskOutcome> => {
  const wanted = ONLY_WHILE[type]
  if (wanted && notificationFacts.order.status !== wanted)
    return { outcome: 'done', note: 'left-out' }
  const message = { id: messageId, type, ...notificationFacts }
  return endNotification(ctx, { message, told: await storefront.notify(message) })
}

const endNotification = async (
  ctx: PaymentsContext,
  { message, told }: { message: OrderMessage; told: TellOutcome },
): Promise<TaskOutcome> => {
  const { id: messageId, type, order, payment } = message
  const paymentId = payment?.id ?? null
  const said = saidOfNews(message)
  const log = orderLog(ctx.log, order).child({ payment: paymentId, message: messageId, type })
  const note = (kind: TimelineKind, details: Record<string, unknown>) =>
    addToTimeline(ctx.db.query, {
      at: ctx.clock.now(),
      order_id: order.id,
      payment_id: paymentId ?? undefined,
      kind,
      details: { type, message: messageId, ...details },
    })
  switch (told.outcome) {
    case 'told':
      await note('storefront_told', {})
      log.info({ said: `${said}, shop told` }, 'storefront told')
      return { outcome: 'done' }
    case 'nobody-to-tell':
      log.info({ said: `${said}, nobody to tell` }, 'nobody to tell')
      return { outcome: 'done', note: told.outcome }
    case 'cancelled-at-store': {
      await note('storefront_not_told', { reason: told.outcome })
      const why = 'shop not told: it has cancelled the order'
      log.warn({ reason: told.outcome, said: `${said}, ${why}` }, 'storefront not told')
      await applyStoreCancellation(ctx, order.id)
      return { outcome: 'done', note: told.outcome }
    }
    case 'not-told':
      // A shop that is gone for weeks fills the timeline with one line, not with hundreds.
      if (!(await isNotedAlready(ctx, { orderId: order.id, messageId, reason: told.detail }))) {
        await note('storefront_not_told', { reason: told.detail, retry: told.retry })
      }
      log.warn(
        { reason: told.detail, said: `${said}, shop not told: ${told.detail}` },
        'storefront not told',
      )
      return { ...told, outcome: 'failed', isSaid: true }
  }
}

const isNotedAlready = async (
  ctx: PaymentsContext,
  { orderId, messageId, reason }: { orderId: OrderId; messageId: string; reason: string },
): Promise<boolean> => {
  const latest = await latestInTimeline(ctx.db.query, orderId, 'storefront_not_told')
  return latest?.details.message === messageId && latest.details.reason === reason
}

import { atOneMoment } from '../ledger/ledger.ts'
import { getOrder } from '../ledger/orders.ts'
import { findPayment } from '../ledger/payments.ts'
import { reversalsOfOrder } from '../ledger/reversals.ts'
import { findStore } from '../ledger/stores.ts'
import type { OrderStatus } from '../ledger/tables.ts'
import { addToTimeline, latestInTimeline, type TimelineKind } from '../ledger/timeline.ts'
import { orderLog, type PaymentsContext } from './context.ts'
import type { FollowUp } from './follow-ups.ts'
import type { AnnouncementType } from './rules/announcements.ts'
import type { TaskOutcome } from './task-outcome.ts'

/**
 * News of an order that is still to be paid. When its telling was delayed and the order stands
 * otherwise by then, it would mislead a shop that goes by the type of a message.
 */
const ONLY_WHILE: Partial<Record<AnnouncementType, OrderStatus>> = {
  'order.payment_failed': 'awaiting_payment',
  'order.payment_expired': 'payment_expired',
}

/**
 * Tells the storefront one thing, with the order as it stands at this moment, not as it stood when
 * the message was planned. News that is no longer true is left out.
 */
export const tellStorefront = async (
  ctx: PaymentsContext,
  { type, paymentId, orderId: namedOrderId, messageId }: FollowUp<'tell-storefront'>,
): Promise<TaskOutcome> => {
  const at = ctx.clock.now()
  const news = await atOneMoment(ctx.ledger.query, async (ledger) => {
    const payment = paymentId === null ? null : await findPayment(ledger, paymentId)
    const orderId = namedOrderId ?? payment?.order_id
    if (payment === undefined || orderId === undefined) return undefined
    const order = await getOrder(ledger, orderId)
    const store = await findStore(ledger, order.store_id)
    return store && { store, order, payment, reversals: await reversalsOfOrder(ledger, order.id) }
  })
  if (!news) return { outcome: 'done' }
  const { store, order, payment, reversals } = news

  const wanted = ONLY_WHILE[type]
  if (wanted && order.status !== wanted) return { outcome: 'done', note: 'left-out' }

  const message = { id: messageId, type, at, order, payment, reversals }
  const told = await ctx.storefrontOf(store).tell(message)
  const log = orderLog(ctx.log, order).child({ payment: paymentId, message: messageId, type })
  const note = (kind: TimelineKind, details: Record<string, unknown>) =>
    addToTimeline(ctx.ledger.query, {
      at: ctx.clock.now(),
      order_id: order.id,
      payment_id: paymentId ?? undefined,
      kind,
      details: { type, message: messageId, ...details },
    })
  switch (told.outcome) {
    case 'told':
      await note('storefront_told', {})
      log.info('storefront told')
      return { outcome: 'done' }
    case 'nobody-to-tell':
      return { outcome: 'done', note: told.outcome }
    case 'not-told':
      // A shop that is gone for weeks fills the timeline with one line, not with hundreds.
      if (!(await isNotedAlready(ctx, { orderId: order.id, messageId, reason: told.detail }))) {
        await note('storefront_not_told', { reason: told.detail, remedy: told.remedy })
      }
      log.warn({ reason: told.detail }, 'storefront not told')
      return { ...told, outcome: 'failed' }
  }
}

const isNotedAlready = async (
  ctx: PaymentsContext,
  { orderId, messageId, reason }: { orderId: string; messageId: string; reason: string },
): Promise<boolean> => {
  const latest = await latestInTimeline(ctx.ledger.query, orderId, 'storefront_not_told')
  return latest?.details.message === messageId && latest.details.reason === reason
}

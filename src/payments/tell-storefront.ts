import { atOneMoment, type StoreRow } from '../ledger/ledger.ts'
import { nextMessageTime } from '../ledger/message-times.ts'
import { getOrder } from '../ledger/orders.ts'
import { findPayment, paymentsOfOrder } from '../ledger/payments.ts'
import { reversalsOfOrder } from '../ledger/reversals.ts'
import { findStore } from '../ledger/stores.ts'
import type { OrderStatus } from '../ledger/tables/orders.ts'
import { addToTimeline, latestInTimeline, type TimelineKind } from '../ledger/timeline.ts'
import { noteCancelledAtStore } from './cancel-order.ts'
import { orderLog, type PaymentsContext } from './context.ts'
import type { FollowUp } from './follow-ups.ts'
import type { AnnouncementType } from './rules/announcements.ts'
import { wasTaken } from './rules/was-taken.ts'
import { saidOfNews } from './said-of-order.ts'
import type { OrderMessage, Storefront, TellOutcome } from './storefront.ts'
import type { TaskOutcome } from './task-outcome.ts'
import { inTurn } from './tell-in-turn.ts'

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
  task: FollowUp<'tell-storefront'>,
): Promise<TaskOutcome> => {
  const news = await readNews(ctx, task)
  if (!news) return { outcome: 'done' }
  const { store, order } = news
  const storefront = ctx.storefrontOf(store)
  if (!storefront.tellsInTurn) return tell(ctx, { storefront, task, news })
  return inTurn(ctx, { storefront, orderId: order.id }, async () => {
    // Whoever had the turn before may have told of something newer than what was read above.
    const latest = await readNews(ctx, task)
    return latest ? tell(ctx, { storefront, task, news: latest }) : { outcome: 'done' }
  })
}

interface News extends Pick<OrderMessage, 'at' | 'order' | 'payment' | 'charges' | 'reversals'> {
  store: StoreRow
}

const readNews = async (
  { ledger, clock }: PaymentsContext,
  { paymentId, orderId: namedOrderId }: FollowUp<'tell-storefront'>,
): Promise<News | undefined> => {
  const { query } = ledger
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
    const reversals = await reversalsOfOrder(snapshot, order.id)
    return store && { at, store, order, payment, charges, reversals }
  })
}

const tell = async (
  ctx: PaymentsContext,
  {
    storefront,
    task: { type, messageId },
    news: { store, ...news },
  }: { storefront: Storefront; task: FollowUp<'tell-storefront'>; news: News },
): Promise<TaskOutcome> => {
  const wanted = ONLY_WHILE[type]
  if (wanted && news.order.status !== wanted) return { outcome: 'done', note: 'left-out' }
  const message = { id: messageId, type, ...news }
  return noteTold(ctx, { message, told: await storefront.tell(message) })
}

const noteTold = async (
  ctx: PaymentsContext,
  { message, told }: { message: OrderMessage; told: TellOutcome },
): Promise<TaskOutcome> => {
  const { id: messageId, type, order, payment } = message
  const paymentId = payment?.id ?? null
  const said = saidOfNews(message)
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
      log.info({ said: `${said}, shop told` }, 'storefront told')
      return { outcome: 'done' }
    case 'nobody-to-tell':
      log.info({ said: `${said}, nobody to tell` }, 'nobody to tell')
      return { outcome: 'done', note: told.outcome }
    case 'cancelled-at-store': {
      await note('storefront_not_told', { reason: told.outcome })
      const why = 'shop not told: it has cancelled the order'
      log.warn({ reason: told.outcome, said: `${said}, ${why}` }, 'storefront not told')
      await noteCancelledAtStore(ctx, order.id)
      return { outcome: 'done', note: told.outcome }
    }
    case 'not-told':
      // A shop that is gone for weeks fills the timeline with one line, not with hundreds.
      if (!(await isNotedAlready(ctx, { orderId: order.id, messageId, reason: told.detail }))) {
        await note('storefront_not_told', { reason: told.detail, remedy: told.remedy })
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
  { orderId, messageId, reason }: { orderId: string; messageId: string; reason: string },
): Promise<boolean> => {
  const latest = await latestInTimeline(ctx.ledger.query, orderId, 'storefront_not_told')
  return latest?.details.message === messageId && latest.details.reason === reason
}

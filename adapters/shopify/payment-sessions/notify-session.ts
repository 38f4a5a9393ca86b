import type { OrderId } from '../../../src/domain/ids.ts'
import {
  changeCancelUrl,
  DELIVERED,
  type DeliveryResult,
  endOfAttempts,
  lockOrderById,
  type Order,
  type OrderMessage,
} from '../../adapter.ts'
import type { FailedDelivery } from '../../delivery-result.ts'
import {
  isSessionOpen,
  mayHaveBeenResolved,
  openRefundSessionsOf,
  type PaymentSessionRow,
  paymentSessionsOf,
  updatePaymentSession,
} from '../tables/payment-sessions.ts'
import { noteOutsideRefunds } from './outside-refunds.ts'
import { type PaymentRejection, rejectionOf } from './rejection-reason.ts'
import { keyOfRefundSession } from './request-session-refund.ts'
import type { SessionShop } from './session-shop.ts'
import { endRefundSession } from './settle/end-refund-session.ts'
import { pendSession, rejectSession, resolveSession } from './settle/end-session.ts'
import { retrySessionLater } from './waits.ts'

/**
 * Converges a checkout's sessions to its order. Reports nothing while the order is payable: resolve
 * and reject are final, and the buyer may try another card.
 */
export const notifySessions = async (
  shop: SessionShop,
  message: OrderMessage,
): Promise<DeliveryResult> => {
  const sessions = await paymentSessionsOf(shop.db.query, message.order.id)
  const failure = await notifyPayment(shop, message, sessions)
  if (failure) return failure
  return (
    (await finishRejecting(shop, sessions)) ??
    (await notifyRefundSession(shop, message)) ??
    DELIVERED
  )
}

/** Completes rejections, also of sessions pending when the checkout got a new one. */
const finishRejecting = async (
  shop: SessionShop,
  sessions: readonly PaymentSessionRow[],
): Promise<FailedDelivery | undefined> => {
  for (const session of sessions.filter(({ state }) => state === 'rejecting')) {
    const failure = await rejectSession(shop, session)
    if (failure) return failure
  }
  return undefined
}

const notifyPayment = async (
  shop: SessionShop,
  message: OrderMessage,
  sessions: readonly PaymentSessionRow[],
): Promise<DeliveryResult | undefined> => {
  switch (message.order.status) {
    case 'paid':
    case 'partially_refunded':
      return resolvePaid(shop, message, sessions)
    case 'refunded':
    case 'voided':
      // Fully refunded; if Shopify never learned of the payment, reject.
      return sessions.some(mayHaveBeenResolved)
        ? resolvePaid(shop, message, sessions)
        : rejectOpen(shop, message, sessions)
    case 'on_hold': {
      const waiting = sessions.find(({ state }) => state === 'open')
      return waiting && !sessions.some(mayHaveBeenResolved) ? pendSession(shop, waiting) : undefined
    }
    case 'payment_expired':
    case 'cancelled':
      return rejectOpen(shop, message, sessions)
    case 'awaiting_payment':
      return isCurrencyRefused(message.order)
        ? rejectUnpayable(shop, message, sessions)
        : keepDeclineCode(shop, message, sessions)
  }
}

const resolvePaid = async (
  shop: SessionShop,
  { order, payment }: OrderMessage,
  sessions: readonly PaymentSessionRow[],
): Promise<DeliveryResult | undefined> => {
  if (sessions.some(({ state }) => state === 'resolved')) return undefined
  const paid = payment?.id === order.current_payment_id ? payment : order
  const fits = ({ amount_minor, currency }: PaymentSessionRow) =>
    amount_minor === paid.amount_minor && currency === paid.currency
  const waiting = sessions.filter(isSessionOpen)
  const tried = waiting.find(({ resolve_tried_at }) => resolve_tried_at !== null)
  const session = tried ?? waiting.find(fits)
  if (!session) return { outcome: 'cancelled-at-store' }
  const resolved = await resolveSession(shop, session)
  if (resolved.outcome === 'too-late') return { outcome: 'cancelled-at-store' }
  return resolved.outcome === 'failed' ? resolved : undefined
}

const OVER: ReadonlySet<string> = new Set(['payment_expired', 'cancelled', 'refunded', 'voided'])

/**
 * Stores the intent to reject first, under the order's lock, so the pay link stops leading buyers
 * to pay.
 */
const rejectOpen = async (
  shop: SessionShop,
  { order }: OrderMessage,
  sessions: readonly PaymentSessionRow[],
): Promise<DeliveryResult | undefined> => {
  const { id: orderId } = order
  const about = { orderId, now: shop.clock.now() }
  const { isUnknown, declineCode } = await endOfAttempts(shop.db.query, about)
  // Rejection is final, and a checkout may have been paid in its last minute.
  if (order.status === 'payment_expired' && isUnknown) return retrySessionLater(END_UNKNOWN)
  return rejectWaiting(shop, sessions, {
    orderId,
    isOver: ({ status }) => OVER.has(status),
    reasonOf: (session) => rejectionOf(declineCode ?? session.decline_code),
  })
}

const isCurrencyRefused = ({ last_payment_error: error }: Order): boolean =>
  error?.code === 'currency_refused'

/**
 * Rejects a refused currency immediately: no card helps, and the buyer must choose another method.
 */
const rejectUnpayable = (
  shop: SessionShop,
  { order }: OrderMessage,
  sessions: readonly PaymentSessionRow[],
): Promise<DeliveryResult | undefined> =>
  rejectWaiting(shop, sessions, {
    orderId: order.id,
    isOver: (latest) => latest.status === 'awaiting_payment' && isCurrencyRefused(latest),
    reasonOf: () => 'INVALID_CURRENCY',
  })

const rejectWaiting = async (
  shop: SessionShop,
  sessions: readonly PaymentSessionRow[],
  over: {
    orderId: OrderId
    isOver: (latest: Order) => boolean
    reasonOf: (session: PaymentSessionRow) => PaymentRejection
  },
): Promise<DeliveryResult | undefined> => {
  const { query } = shop.db
  const latest = await query.transaction().execute(async (trx) => {
    if (!over.isOver(await lockOrderById(trx, over.orderId))) return []
    const latest: PaymentSessionRow[] = []
    for (const session of sessions) {
      const changes = {
        state: 'rejecting',
        reason: over.reasonOf(session),
        refused_at: null,
      } as const
      latest.push(
        isSessionOpen(session) ? await updatePaymentSession(trx, session, changes) : session,
      )
    }
    return latest
  })
  const failure = await finishRejecting(shop, latest)
  if (failure) return failure
  // Buyers of the ended pay link continue at Shopify's next URL.
  const [newest] = await paymentSessionsOf(query, over.orderId)
  if (newest?.next_url) await changeCancelUrl(query, over.orderId, newest.next_url)
  return undefined
}

const END_UNKNOWN = 'the gateway has not said how an older checkout of the order ended'

/** Our card page's decline code, which the gateway's event lacks. */
const keepDeclineCode = async (
  shop: SessionShop,
  { type, payment }: OrderMessage,
  [latest]: readonly PaymentSessionRow[],
): Promise<undefined> => {
  if (type !== 'order.payment_failed' || !latest || payment?.state === 'refused') return
  const changes = { decline_code: payment?.decline?.code ?? '' }
  await updatePaymentSession(shop.db.query, latest, changes)
}

const notifyRefundSession = async (
  shop: SessionShop,
  message: OrderMessage,
): Promise<FailedDelivery | undefined> => {
  for (const session of await openRefundSessionsOf(shop.db.query, message.order.id)) {
    const key = keyOfRefundSession(session)
    const refund = message.refunds.find(({ idempotency_key }) => idempotency_key === key)
    const end = refund && END_OF_REFUND[refund.state]
    const failure = end && (await endRefundSession(shop, session, end))
    if (failure) return failure
  }
  const sessions = await paymentSessionsOf(shop.db.query, message.order.id)
  // A payment that Shopify does not know needs no refund there.
  if (sessions.some(({ state }) => state === 'resolved')) await noteOutsideRefunds(shop, message)
  return undefined
}

const END_OF_REFUND: Partial<
  Record<OrderMessage['refunds'][number]['state'], 'resolved' | 'rejected'>
> = { succeeded: 'resolved', failed: 'rejected', cancelled: 'rejected' }

import type { PaymentObject } from '../../contract/payment.ts'
import type { DbQuery, PaymentRow } from '../../db/db.ts'
import { emptyMessage } from '../../db/events-of-people.ts'
import { type MessageAddress, markHandled, readQueuedMessage } from '../../db/inbox.ts'
import { getOrder, lockOrder } from '../../db/orders.ts'
import { findPayment, findPaymentByGatewayId, updatePayment } from '../../db/payments.ts'
import { addToTimeline } from '../../db/timeline.ts'
import { closeGap } from '../../db/webhook-gaps.ts'
import { PaymentId, type StoreId } from '../../domain/ids.ts'
import { type GatewayEvent, readEvent } from '../../gateway/event.ts'
import { addMs } from '../../runtime/clock.ts'
import { checkoutUrlOf } from '../attempts/create-at-gateway.ts'
import { OUR_REFERENCE } from '../attempts/creation-request.ts'
import { endCharge } from '../attempts/end-charge.ts'
import { orderLog, PAYMENT_CREATED_SIGNAL, type PaymentsContext, WORK_SIGNAL } from '../context.ts'
import { planNotifications, planToAskGateway, planToNotifySavedCard } from '../enqueue.ts'
import { adoptPayment } from '../orders/adopt-payment.ts'
import { viewOfSavedCard } from '../orders/order-view.ts'
import { type Recorded, recordObservation } from '../orders/record-observation.ts'
import { wasCharged } from '../orders/rules/advance.ts'
import { notificationOfDecline } from '../orders/rules/notifications.ts'
import { isPaymentEvent, type Observation, observeEvent } from '../orders/rules/observe.ts'
import { isOpenCharge } from '../orders/rules/unresolved-charge.ts'
import type { TaskOutcome } from '../task-outcome.ts'

/** How long the sum of a payment's refunds may lag behind the events of each is not said (4.7). */
const SUMS_SHOW_WITHIN_MS = 60 * 60_000

type PaymentEvent = GatewayEvent & { kind: 'payment' }

/**
 * Applies one delivered event (design, flow 4). Handling it again changes nothing. Events of
 * payments that are not ours, of types that we do not know, or that cannot be read are kept in the
 * inbox with a word of what they were.
 */
export const applyGatewayEvent = async (
  ctx: PaymentsContext,
  address: MessageAddress,
): Promise<TaskOutcome> => {
  const message = await readQueuedMessage(ctx.db.query, address)
  if (!message) return { outcome: 'done' }
  const event = readEvent(message.body)
  const log = ctx.log.child({ store: message.store_id, event: message.message_id })

  const ignore = async (outcome: string): Promise<TaskOutcome> => {
    await markHandled(ctx.db.query, address, { outcome, now: ctx.clock.now() })
    log.info({ outcome, type: event.kind === 'unreadable' ? undefined : event.type }, 'event kept')
    return { outcome: 'done' }
  }
  if (event.kind === 'unreadable') {
    await ignore('unreadable')
    return {
      outcome: 'failed',
      retry: 'ask-a-person',
      detail: `unreadable event: ${event.detail}`,
    }
  }
  if (event.kind === 'saved-card') {
    await passOnSavedCard(ctx, { address, storeId: message.store_id, event })
    return { outcome: 'done' }
  }
  if (event.kind === 'other' || !isPaymentEvent(event.type)) return ignore('type-without-effect')
  const ours = await findOurPayment(ctx.db.query, message.store_id, event.payment)
  if (!ours) return ignore('foreign')

  const observation = observeEvent(event.type, event.payment)
  if (observation.kind === 'unreadable') {
    await ignore('unreadable')
    return {
      outcome: 'failed',
      retry: 'ask-a-person',
      detail: `unreadable: ${observation.detail}`,
    }
  }
  // The spare one of two payments that the gateway made of one creation: it matters once it is paid.
  if (ours.isTwin && !wasCharged(observation.derived.state)) return ignore('twin')
  await record(ctx, { address, event, ours, observation })
  return { outcome: 'done' }
}

/** The card is the gateway's; the store is notified of it, and that is all. */
const passOnSavedCard = async (
  ctx: PaymentsContext,
  {
    address,
    storeId,
    event: { id: eventId, card },
  }: { address: MessageAddress; storeId: StoreId; event: GatewayEvent & { kind: 'saved-card' } },
): Promise<void> => {
  const now = ctx.clock.now()
  await ctx.db.query.transaction().execute(async (trx) => {
    await planToNotifySavedCard(trx, {
      storeId,
      occasion: eventId,
      card: viewOfSavedCard(card),
      now,
    })
    await markHandled(trx, address, { outcome: 'passed-on', now })
  })
  ctx.signals.send(WORK_SIGNAL)
}

/** A payment of ours that an event is about; or the one whose duplicate at the gateway it is about. */
interface OurPayment {
  payment: PaymentRow
  isTwin: boolean
}

/**
 * Whose payment an event is about: known by the gateway's id, or by our reference in `metadata`
 * when the event overtakes the answer to our own creation.
 */
const findOurPayment = async (
  query: DbQuery,
  storeId: StoreId,
  { id, metadata }: PaymentObject,
): Promise<OurPayment | undefined> => {
  const known = await findPaymentByGatewayId(query, storeId, id)
  if (known) return { payment: known, isTwin: false }
  const reference = metadata?.[OUR_REFERENCE]
  const named =
    typeof reference === 'string' ? await findPayment(query, PaymentId.parse(reference)) : undefined
  if (named?.store_id !== storeId) return undefined
  return { payment: named, isTwin: named.gateway_payment_id !== null }
}

const record = async (
  ctx: PaymentsContext,
  {
    address,
    event,
    ours,
    observation,
  }: {
    address: MessageAddress
    event: PaymentEvent
    ours: OurPayment
    observation: Observation & { kind: 'seen' }
  },
): Promise<void> => {
  const now = ctx.clock.now()
  const orderId = ours.payment.order_id
  const { paymentId, changed } = await ctx.db.query.transaction().execute(async (trx) => {
    await lockOrder(trx, orderId)
    const { id: paymentId } = await attemptOf(trx, ctx, { event, ours, observation, now })
    const recorded = await recordObservation(trx, {
      orderId,
      paymentId,
      observed: observation,
      eventId: event.id,
      now,
    })
    await closeGap(trx, { paymentId, state: observation.derived.state, now })
    if (event.type === 'payment.failed') {
      await noteDecline(trx, { recorded, eventId: event.id, now })
    }
    const { payment, showsTooLittle } = recorded
    if (observation.ambiguous || showsTooLittle) await planToAskGateway(trx, payment, now)
    if (showsTooLittle) {
      await planToAskGateway(trx, payment, now, { runAt: addMs(now, SUMS_SHOW_WITHIN_MS) })
    }
    const about = { at: now, order_id: orderId, payment_id: paymentId }
    const details = { type: event.type, event: event.id, state: recorded.payment.state }
    const isNews = recorded.changed || event.type === 'payment.failed'
    const kind = isNews ? 'event_applied' : 'event_without_effect'
    await addToTimeline(trx, { ...about, kind, details })
    await markHandled(trx, address, { outcome: isNews ? 'applied' : 'no-change', now })
    // The gateway goes on naming a customer whom the shop has asked us to erase.
    if (recorded.order.people_erased_at) await emptyMessage(trx, address)
    return { paymentId, changed: recorded.changed }
  })
  ctx.signals.send(WORK_SIGNAL)
  if (ours.payment.gateway_payment_id === null) ctx.signals.send(PAYMENT_CREATED_SIGNAL, paymentId)
  const order = await getOrder(ctx.db.query, orderId)
  orderLog(ctx.log, order).info(
    { payment: paymentId, event: event.id, type: event.type, changed, status: order.status },
    'event applied',
  )
}

/** A charge that was declined is over; a link that somebody tried to pay stays payable (3). */
const noteDecline = async (
  trx: DbQuery,
  { recorded, eventId, now }: { recorded: Recorded; eventId: string; now: Date },
): Promise<void> => {
  const { order, payment, derived } = recorded
  if (isOpenCharge(payment)) {
    await endCharge(trx, { payment, ending: { state: 'declined' }, now })
  } else if (payment.mode === 'hosted') {
    const notifications = notificationOfDecline(derived, payment, eventId)
    await planNotifications(trx, { order, notifications, now })
  }
}

/** The attempt that an event moves; it gets its number at the gateway, or comes to be, if it must. */
const attemptOf = async (
  trx: DbQuery,
  ctx: PaymentsContext,
  {
    event,
    ours: { payment, isTwin },
    observation,
    now,
  }: {
    event: PaymentEvent
    ours: OurPayment
    observation: Observation & { kind: 'seen' }
    now: Date
  },
): Promise<PaymentRow> => {
  if (isTwin) {
    // Another event of it may have been first.
    const adopted = await findPaymentByGatewayId(trx, payment.store_id, event.payment.id)
    if (adopted) return adopted
    const { amount } = observation
    return adoptPayment(trx, {
      duplicate: payment,
      found: event.payment,
      amount,
      ids: ctx.ids,
      now,
    })
  }
  if (payment.gateway_payment_id !== null) return payment
  return updatePayment(trx, payment.id, {
    gateway_payment_id: BigInt(event.payment.id),
    checkout_url: checkoutUrlOf(payment, event.payment),
  })
}

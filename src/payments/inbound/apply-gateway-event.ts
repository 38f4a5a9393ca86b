import type { PaymentObject } from '../../contract/payment.ts'
import type { DbQuery, PaymentRow } from '../../db/db.ts'
import { emptyMessage } from '../../db/events-of-people.ts'
import {
  type MessageAddress,
  markHandled,
  readQueuedMessage,
  type TakenMessage,
} from '../../db/inbox.ts'
import { lockFreeOrders, lockOrder } from '../../db/orders.ts'
import { addTask, addTasks } from '../../db/outbox.ts'
import { findPayment, findPaymentByGatewayId, updatePayment } from '../../db/payments.ts'
import { addToTimeline } from '../../db/timeline.ts'
import { closeGap } from '../../db/webhook-gaps.ts'
import { type OrderId, PaymentId, type StoreId } from '../../domain/ids.ts'
import { type GatewayEvent, readEvent } from '../../gateway/event.ts'
import { addMs } from '../../runtime/clock.ts'
import { together } from '../../runtime/together.ts'
import { checkoutUrlOf } from '../attempts/create-at-gateway.ts'
import { OUR_REFERENCE } from '../attempts/creation-request.ts'
import { endCharge } from '../attempts/end-charge.ts'
import { adoptPayment } from '../orders/adopt-payment.ts'
import { viewOfSavedCard } from '../orders/order-view.ts'
import { type Recorded, recordObservation } from '../orders/record-observation.ts'
import { wasCharged } from '../orders/rules/advance.ts'
import { notificationOfDecline } from '../orders/rules/notifications.ts'
import { isPaymentEvent, type Observation, observeEvent } from '../orders/rules/observe.ts'
import { isOpenCharge } from '../orders/rules/unresolved-charge.ts'
import { PAYMENT_CREATED_SIGNAL, type PaymentsContext, WORK_SIGNAL } from '../ports/context.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
import { taskToAskGateway } from '../ports/tasks/ask-gateway.ts'
import { taskToNotifySavedCard } from '../ports/tasks/notify-saved-card.ts'
import { tasksToNotify } from '../ports/tasks/notify-storefront.ts'

/** How long the sum of a payment's refunds may lag behind the events of each is not said (4.7). */
const SUMS_SHOW_WITHIN_MS = 60 * 60_000

/** Events of one order go one after another, and those of others in the set wait as long. */
const MOST_OF_AN_ORDER = 10

type PaymentEvent = GatewayEvent & { kind: 'payment' }

/**
 * What became of an event: kept with a word of what it was, or applied to an order. One that is `held`
 * was left alone, because somebody else decides about its order at this moment; one for `later` comes
 * after many of the same order.
 */
export type AppliedEvent = { message: TakenMessage; orderId?: OrderId } & (
  | { outcome: 'kept'; note: string }
  | { outcome: 'held' | 'later' }
  | { outcome: 'unreadable'; detail: string }
  | { outcome: 'applied'; paymentId: PaymentId; changed: boolean; status: string; isFirst: boolean }
)

/**
 * Applies a set of delivered events in one transaction (design, flow 4): those of several orders share
 * their statements, those of one order go one after another as they came. Applying an event again changes
 * nothing. Events of payments that are not ours, of types that we do not know, or that cannot be
 * read are kept in the inbox with a word of what they were. An order that somebody else has locked
 * holds up its own events alone, unless there is time to wait for it (`waits`).
 */
export const applyGatewayEvents = async (
  trx: DbQuery,
  ctx: PaymentsContext,
  { messages, waits = false }: { messages: readonly TakenMessage[]; waits?: boolean },
): Promise<AppliedEvent[]> => {
  const now = ctx.clock.now()
  const read = await together(
    trx,
    messages.map((message) => () => readMessage(trx, message)),
  )
  const orderIds = [...new Set(read.flatMap(({ ours }) => ours?.payment.order_id ?? []))]
  const locked = new Set(
    waits
      ? (
          await together(
            trx,
            orderIds.map((id) => () => lockOrder(trx, id)),
          )
        ).map(({ id }) => id)
      : await lockFreeOrders(trx, orderIds),
  )
  const works = [...Map.groupBy(read, ({ ours, message }) => ours?.payment.order_id ?? message.seq)]
  const applied = await together(
    trx,
    works.map(([, ofOneOrder]) => async () => {
      const done: AppliedEvent[] = []
      for (const [index, each] of ofOneOrder.entries()) {
        const orderId = each.ours?.payment.order_id
        const leave = (outcome: 'held' | 'later') =>
          done.push({ outcome, message: each.message, ...(orderId && { orderId }) })
        if (orderId !== undefined && !locked.has(orderId)) leave('held')
        else if (index >= MOST_OF_AN_ORDER) leave('later')
        else done.push(await apply(trx, ctx, { ...each, now }))
      }
      return done
    }),
  )
  return applied.flat()
}

/** What those who wait for it hear, and the log, once the transaction of a set is over. */
export const signalApplied = (ctx: PaymentsContext, applied: readonly AppliedEvent[]): void => {
  if (applied.some(({ outcome }) => outcome !== 'unreadable')) ctx.signals.send(WORK_SIGNAL)
  for (const each of applied) {
    const { message, orderId, ...became } = each
    const about = { store: message.store_id, event: message.message_id, order: orderId }
    if (each.outcome === 'applied') {
      if (each.isFirst) ctx.signals.send(PAYMENT_CREATED_SIGNAL, each.paymentId)
      const { changed, status, paymentId } = each
      ctx.log.info({ ...about, payment: paymentId, changed, status }, 'event applied')
    } else ctx.log.info({ ...about, ...became }, 'event kept')
  }
}

/**
 * Applies one event by itself: one that could not be applied with others, and is tried again until it
 * can, or a person looks.
 */
export const applyGatewayEvent = async (
  ctx: PaymentsContext,
  address: MessageAddress,
): Promise<TaskOutcome> => {
  const applied = await ctx.db.query.transaction().execute(async (trx) => {
    const message = await readQueuedMessage(trx, address)
    if (!message) return []
    const messages = [{ ...address, ...message }]
    const events = await applyGatewayEvents(trx, ctx, { messages, waits: true })
    for (const { outcome, message } of events) {
      if (outcome !== 'unreadable') continue
      await markHandled(trx, message, { outcome, now: ctx.clock.now() })
    }
    return events
  })
  signalApplied(ctx, applied)
  for (const event of applied) {
    if (event.outcome !== 'unreadable') continue
    return { outcome: 'failed', retry: 'ask-a-person', detail: event.detail }
  }
  return { outcome: 'done' }
}

interface ReadMessage {
  message: TakenMessage
  event: GatewayEvent
  /** For an event of a payment that has an effect. */
  ours?: OurPayment | undefined
}

const readMessage = async (trx: DbQuery, message: TakenMessage): Promise<ReadMessage> => {
  const event = readEvent(message.body)
  const isOfPayment = event.kind === 'payment' && isPaymentEvent(event.type)
  const ours = isOfPayment ? await findOurPayment(trx, message.store_id, event.payment) : undefined
  return { message, event, ours }
}

const apply = async (
  trx: DbQuery,
  ctx: PaymentsContext,
  { message, event, ours: seen, now }: ReadMessage & { now: Date },
): Promise<AppliedEvent> => {
  const keep = async (note: string): Promise<AppliedEvent> => {
    await markHandled(trx, message, { outcome: note, now })
    return { outcome: 'kept', message, note }
  }
  if (event.kind === 'unreadable') {
    return { outcome: 'unreadable', message, detail: `unreadable event: ${event.detail}` }
  }
  if (event.kind === 'saved-card') {
    // The card is the gateway's; the store is notified of it, and that is all.
    const card = viewOfSavedCard(event.card)
    const saved = { storeId: message.store_id, occasion: event.id, card }
    await addTask(trx, taskToNotifySavedCard(saved, { now }))
    return keep('passed-on')
  }
  if (event.kind === 'other' || !isPaymentEvent(event.type)) return keep('type-without-effect')
  if (!seen) return keep('foreign')
  // Found by our reference, before its order was locked: another event may have given it its number.
  const isNumbered = seen.payment.gateway_payment_id === BigInt(event.payment.id)
  const ours = isNumbered ? seen : await findOurPayment(trx, message.store_id, event.payment)
  if (!ours) return keep('foreign')
  const observation = observeEvent(event.type, event.payment)
  if (observation.kind === 'unreadable') {
    return { outcome: 'unreadable', message, detail: `unreadable: ${observation.detail}` }
  }
  // The spare one of two payments that the gateway made of one creation: it matters once it is paid.
  if (ours.isTwin && !wasCharged(observation.derived.state)) return keep('twin')
  return record(trx, ctx, { message, event, ours, observation, now })
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
  trx: DbQuery,
  ctx: PaymentsContext,
  {
    message,
    event,
    ours,
    observation,
    now,
  }: {
    message: TakenMessage
    event: PaymentEvent
    ours: OurPayment
    observation: Observation & { kind: 'seen' }
    now: Date
  },
): Promise<AppliedEvent> => {
  const orderId = ours.payment.order_id
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
    await applyDecline(trx, { recorded, eventId: event.id, now })
  }
  const { order, payment, changed, showsTooLittle } = recorded
  if (observation.ambiguous || showsTooLittle)
    await addTask(trx, taskToAskGateway(payment, { now }))
  if (showsTooLittle) {
    const runAt = addMs(now, SUMS_SHOW_WITHIN_MS)
    await addTask(trx, taskToAskGateway(payment, { now, runAt }))
  }
  const about = { at: now, order_id: orderId, payment_id: paymentId }
  const details = { type: event.type, event: event.id, state: payment.state }
  const isNews = changed || event.type === 'payment.failed'
  const kind = isNews ? 'event_applied' : 'event_without_effect'
  await addToTimeline(trx, { ...about, kind, details })
  await markHandled(trx, message, { outcome: isNews ? 'applied' : 'no-change', now })
  // The gateway goes on naming a customer whom the shop has asked us to erase.
  if (order.people_erased_at) await emptyMessage(trx, message)
  const isFirst = ours.payment.gateway_payment_id === null
  return { outcome: 'applied', message, orderId, paymentId, changed, status: order.status, isFirst }
}

/** A charge that was declined is over; a link that somebody tried to pay stays payable (3). */
const applyDecline = async (
  trx: DbQuery,
  { recorded, eventId, now }: { recorded: Recorded; eventId: string; now: Date },
): Promise<void> => {
  const { order, payment, derived } = recorded
  if (isOpenCharge(payment)) {
    await endCharge(trx, { payment, ending: { state: 'declined' }, now })
  } else if (payment.mode === 'hosted') {
    const notifications = notificationOfDecline(derived, payment, eventId)
    await addTasks(trx, tasksToNotify(order, notifications, { now }))
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

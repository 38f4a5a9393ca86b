import { type Changes, noChanges } from '../../db/changes.ts'
import type { DbQuery } from '../../db/db.ts'
import { emptyMessage } from '../../db/events-of-people.ts'
import {
  type HandledMessage,
  type MessageAddress,
  markHandled,
  readQueuedMessage,
  type WaitingMessage,
} from '../../db/inbox.ts'
import type { NewTask } from '../../db/outbox.ts'
import { writeChanges } from '../../db/write-changes.ts'
import type { OrderId, PaymentId } from '../../domain/ids.ts'
import { type GatewayEvent, readEvent } from '../../gateway/event.ts'
import { errorMessage } from '../../runtime/failure.ts'
import { type HeldOrder, holdOrders } from '../orders/held-order.ts'
import { viewOfSavedCard } from '../orders/order-view.ts'
import { isPaymentEvent } from '../orders/rules/observe.ts'
import { PAYMENT_CREATED_SIGNAL, type PaymentsContext } from '../ports/context.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
import { taskToNotifySavedCard } from '../ports/tasks/notify-saved-card.ts'
import { wakeFor } from '../ports/wake.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'
import { findOurOrders, type PaymentEvent } from './find-our-orders.ts'

/** Events of one order go one after another, and those of others in the set wait as long. */
const MOST_OF_AN_ORDER = 10

/**
 * What became of an event: kept with a word of what it was, or applied to an order. One that is `held`
 * was left alone, because somebody else decides about its order at this moment; one for `later` comes
 * after many of the same order, or after one that `threw`.
 */
export type AppliedEvent = { message: WaitingMessage; orderId?: OrderId } & (
  | { outcome: 'kept'; note: string }
  | { outcome: 'held' | 'later' }
  | { outcome: 'unreadable' | 'threw'; detail: string }
  | { outcome: 'applied'; paymentId: PaymentId; changed: boolean; status: string; isFirst: boolean }
)

export interface AppliedSet {
  events: AppliedEvent[]
  /** What follows from them. */
  tasks: NewTask[]
}

/**
 * Applies a set of delivered events in one transaction (design, flow 4): loads the facts of all their
 * orders, decides in memory, and writes all changes at once. Events of one order go one after another
 * as they came. Applying an event again changes nothing. Events of payments that are not ours, of types
 * that we do not know, or that cannot be read are kept in the inbox with a word of what they were. An
 * order that somebody else has locked holds up its own events alone, unless there is time to wait for
 * it (`waits`).
 */
export const applyGatewayEvents = async (
  trx: DbQuery,
  ctx: PaymentsContext,
  { messages, waits = false }: { messages: readonly WaitingMessage[]; waits?: boolean },
): Promise<AppliedSet> => {
  const now = ctx.clock.now()
  const changes = noChanges()
  const applied: AppliedEvent[] = []
  const ofPayments: OfPayment[] = []
  for (const message of messages) {
    const event = readEvent(message.body)
    if (event.kind === 'payment' && isPaymentEvent(event.type)) ofPayments.push({ message, event })
    else applied.push(keepOther(changes, { message, event, now }))
  }
  const orderIds = await findOurOrders(trx, ofPayments)
  const known = orderIds.filter((id) => id !== undefined)
  const held = await holdOrders(trx, ctx, { orderIds: [...new Set(known)], waits })
  const ofOrders = Map.groupBy(ofPayments.entries(), ([index]) => orderIds[index])
  for (const [orderId, events] of ofOrders) {
    const inTurn = events.map(([, each]) => each)
    if (orderId === undefined) {
      for (const { message } of inTurn) applied.push(keep(changes, message, 'foreign'))
    } else applied.push(...applyToOrder(ctx, held.get(orderId), { orderId, inTurn }))
  }
  // What was decided about an order is written whole, or not at all.
  const failed = new Set(applied.flatMap((each) => (each.outcome === 'threw' ? each.orderId : [])))
  const decided = [...held.values()].filter(({ order }) => !failed.has(order.id))
  const all = [changes, ...decided.map((each) => each.changes)]
  await writeChanges(trx, all, now)
  // The gateway goes on naming a customer whom the shop has asked us to erase; what waits is still read.
  for (const { outcome, message, orderId } of applied) {
    const isHandled = outcome === 'applied' || outcome === 'kept'
    const erasedAt = orderId && held.get(orderId)?.order.people_erased_at
    if (isHandled && erasedAt) await emptyMessage(trx, message)
  }
  return { events: applied, tasks: all.flatMap(({ tasks }) => tasks) }
}

interface OfPayment {
  message: WaitingMessage
  event: PaymentEvent
}

/** Applies the events of one order, as they came, to what is held of it. */
const applyToOrder = (
  ctx: PaymentsContext,
  held: HeldOrder | undefined,
  { orderId, inTurn }: { orderId: OrderId; inTurn: readonly OfPayment[] },
): AppliedEvent[] => {
  if (!held) return inTurn.map(({ message }) => ({ outcome: 'held', message, orderId }))
  const applied: AppliedEvent[] = []
  for (const [index, { message, event }] of inTurn.entries()) {
    if (index >= MOST_OF_AN_ORDER) {
      applied.push({ outcome: 'later', message, orderId })
      continue
    }
    try {
      const became = applyPaymentEvent(ctx, held, event)
      if (became.outcome === 'kept') {
        applied.push({ ...keep(held.changes, message, became.note), orderId })
      } else if (became.outcome === 'applied') {
        const outcome = became.isNews ? 'applied' : 'no-change'
        held.changes.handled.push(handledAs(message, outcome))
        applied.push({ ...became, message, orderId })
      } else applied.push({ ...became, message, orderId })
    } catch (error) {
      ctx.log.error({ err: error, event: message.message_id }, 'event failed unexpectedly')
      const others = inTurn.filter((other) => other.message !== message)
      return [
        { outcome: 'threw', detail: errorMessage(error), message, orderId },
        ...others.map((other) => ({ outcome: 'later', message: other.message, orderId }) as const),
      ]
    }
  }
  return applied
}

const keepOther = (
  changes: Changes,
  { message, event, now }: { message: WaitingMessage; event: GatewayEvent; now: Date },
): AppliedEvent => {
  if (event.kind === 'unreadable') {
    return { outcome: 'unreadable', message, detail: `unreadable event: ${event.detail}` }
  }
  if (event.kind !== 'saved-card') return keep(changes, message, 'type-without-effect')
  // The card is the gateway's; the store is notified of it, and that is all.
  const card = viewOfSavedCard(event.card)
  const { store_id: storeId } = message
  changes.tasks.push(taskToNotifySavedCard({ storeId, occasion: event.id, card }, { now }))
  return keep(changes, message, 'passed-on')
}

const keep = (changes: Changes, message: WaitingMessage, note: string) => {
  changes.handled.push(handledAs(message, note))
  return { outcome: 'kept', message, note } as const
}

const handledAs = ({ place, seq }: WaitingMessage, outcome: string): HandledMessage => ({
  place,
  seq,
  outcome,
})

/** What those who wait for it hear, and the log, once the transaction of a set is over. */
export const signalApplied = (
  ctx: PaymentsContext,
  { events: applied, tasks }: AppliedSet,
): void => {
  wakeFor(ctx, tasks)
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
  const applied = await ctx.db.hot.query.transaction().execute(async (trx): Promise<AppliedSet> => {
    const message = await readQueuedMessage(trx, address)
    if (!message) return { events: [], tasks: [] }
    const messages = [{ ...address, ...message }]
    const set = await applyGatewayEvents(trx, ctx, { messages, waits: true })
    for (const { outcome, message } of set.events) {
      if (outcome !== 'unreadable') continue
      await markHandled(trx, message, { outcome, now: ctx.clock.now() })
    }
    return set
  })
  signalApplied(ctx, applied)
  for (const event of applied.events) {
    if (event.outcome === 'threw')
      return { outcome: 'failed', retry: 'retry', detail: event.detail }
    if (event.outcome !== 'unreadable') continue
    return { outcome: 'failed', retry: 'ask-a-person', detail: event.detail }
  }
  return { outcome: 'done' }
}

import { actAs } from '../../db/current-actor.ts'
import type { DbQuery } from '../../db/db.ts'
import { eraseBody } from '../../db/events/events-of-people.ts'
import { type InboxEvent, type MessageAddress, readQueuedMessage } from '../../db/events/inbox.ts'
import { type Changes, noChanges } from '../../db/installation/changes.ts'
import { ordersOfNamedPayments } from '../../db/payments/payments.ts'
import { storesByIds } from '../../db/stores/stores.ts'
import type { NewTask } from '../../db/tasks/outbox.ts'
import { writeChanges } from '../../db/write-changes.ts'
import type { OrderId } from '../../domain/ids.ts'
import { type GatewayEvent, readEvent } from '../../gateway/event.ts'
import { errorMessage } from '../../runtime/failure.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import { viewOfSavedCard } from '../../wire/order-view.ts'
import { type HeldOrder, holdById, holdOrders } from '../orders/held-order.ts'
import { knownCardOf } from '../orders/known-card.ts'
import { isPaymentEvent } from '../orders/rules/observe.ts'
import { PAYMENT_CREATED_SIGNAL, type PaymentsContext } from '../ports/context.ts'
import { type TaskOutcome, tryAgain } from '../ports/task-outcome.ts'
import { tasksOfSavedCard } from '../ports/tasks/endpoint-tasks.ts'
import type { SavedCardToNotify } from '../ports/tasks/notification-tasks.ts'
import { signalDueTasks } from '../ports/wake.ts'
import { type AppliedPaymentEvent, applyPaymentEvent, UNMATCHED } from './apply-payment-event.ts'
import {
  findOrdersOfCharges,
  findOurOrders,
  namedPaymentOf,
  type OfPayment,
} from './find-our-orders.ts'
import { type EventTrace, traceEvent } from './trace-event.ts'

/** Longest time of decisions before they yield to the event loop. */
const LONGEST_SLICE_MS = 2

/** Upper bound per batch: events of one order apply sequentially while the others wait. */
const EVENTS_PER_ORDER = 10

/**
 * Outcome of one event. `held`: another transaction holds the order's lock. `later`: over the bound
 * per order, or behind an event that `threw`.
 */
export type AppliedEvent = { message: InboxEvent; orderId?: OrderId; trace?: EventTrace } & (
  | AppliedPaymentEvent
  | { outcome: 'held' | 'later' }
  | { outcome: 'threw'; detail: string }
)

export interface AppliedBatch {
  events: AppliedEvent[]
  /** The caller writes them in the same transaction. */
  changes: Changes[]
}

export const NONE_APPLIED: AppliedBatch = { events: [], changes: [] }

/**
 * Decides a batch of events in one transaction (ADR 11), which `writeApplied` ends. Idempotent.
 * Events of one order apply in order of arrival; a locked order holds up only its own. Unmatched,
 * unknown and unreadable events stay in the inbox with a note. `isAlone`: waits for the order's
 * lock, and counts an unreadable event as handled.
 */
export const applyGatewayEvents = (
  trx: DbQuery,
  ctx: PaymentsContext,
  { messages, isAlone = false }: { messages: readonly InboxEvent[]; isAlone?: boolean },
): Promise<AppliedBatch> =>
  actAs({ kind: 'gateway' }, async () => {
    const now = ctx.clock.now()
    const changes = noChanges()
    const others = { changes, savedCards: [] as SavedCardToNotify[] }
    const applied: AppliedEvent[] = []
    const ofPayments: OfPayment[] = []
    const yieldIfDue = yielding()
    const claimedMs = Date.now()
    for (const message of messages) {
      await yieldIfDue()
      const event = readEvent(message.body)
      const isOfPayment = event.kind === 'payment' && isPaymentEvent(event.type)
      if (isOfPayment) ofPayments.push({ message, event })
      else applied.push({ ...applyOther(others, { message, event }), message })
    }
    changes.tasks.push(...(await tasksOfSavedCards(trx, others.savedCards, now)))
    const { orderIds, held } = await holdOrdersOf(trx, ctx, { events: ofPayments, waits: isAlone })
    const ofOrders = Map.groupBy(ofPayments.entries(), ([index]) => orderIds[index])
    for (const [orderId, events] of ofOrders) {
      await yieldIfDue()
      const ordered = events.map(([, each]) => each)
      if (orderId)
        applied.push(
          ...applyToOrder(ctx, held.get(orderId), { orderId, inTurn: ordered, claimedMs }),
        )
      else applied.push(...ordered.map(({ message }) => ({ ...UNMATCHED, message })))
    }
    for (const each of applied) {
      const isRead = each.outcome === 'applied' || each.outcome === 'kept'
      if (isRead) changes.handled.push({ ...each.message, outcome: each.note })
      else if (isAlone && each.outcome === 'unreadable') {
        changes.handled.push({ ...each.message, outcome: each.outcome })
      }
      // Events after an erasure name the customer again. Unhandled ones keep their body for the
      // next try.
      const erasedAt = each.orderId && held.get(each.orderId)?.order.people_erased_at
      if (isRead && erasedAt) await eraseBody(trx, each.message)
    }
    // Drops all changes of an order with an event that threw.
    const failed = new Set(
      applied.flatMap((each) => (each.outcome === 'threw' ? each.orderId : [])),
    )
    const decided = [...held.values()].filter(({ order }) => !failed.has(order.id))
    return { events: applied, changes: [changes, ...decided.map((each) => each.changes)] }
  })

/** Lets requests in between: a large batch would hold the process for tens of milliseconds. */
const yielding = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < LONGEST_SLICE_MS) return
    await new Promise(setImmediate)
    since = performance.now()
  }
}

/** Holds the orders of the events. `orderIds`: one per event. */
const holdOrdersOf = async (
  trx: DbQuery,
  ctx: PaymentsContext,
  { events, waits }: { events: readonly OfPayment[]; waits: boolean },
): Promise<{ orderIds: (OrderId | undefined)[]; held: Map<OrderId, HeldOrder> }> => {
  if (events.length === 0) return { orderIds: [], held: new Map() }
  const { held, payments } = await holdOrders(trx, ctx, {
    orderIds: ordersOfNamedPayments(events.map(namedPaymentOf)),
    storeIds: anyOf([...new Set(events.map(({ message }) => message.store_id))]),
    waits,
  })
  const found = findOurOrders(events, payments)
  const others = events.filter((_, index) => found[index] === undefined)
  const charged = await findOrdersOfCharges(trx, others)
  const chargedIds = charged.filter((id) => id !== undefined)
  if (chargedIds.length > 0) {
    const more = await holdOrders(trx, ctx, holdById(chargedIds, { waits }))
    held.push(...more.held)
  }
  const ofCharge = new Map(others.map((event, index) => [event, charged[index]]))
  return {
    orderIds: events.map((event, index) => found[index] ?? ofCharge.get(event)),
    held: new Map(held.map((each) => [each.order.id, each])),
  }
}

const applyToOrder = (
  ctx: PaymentsContext,
  held: HeldOrder | undefined,
  {
    orderId,
    inTurn: ordered,
    claimedMs,
  }: { orderId: OrderId; inTurn: readonly OfPayment[]; claimedMs: number },
): AppliedEvent[] => {
  const leave = (events: readonly OfPayment[], outcome: 'held' | 'later'): AppliedEvent[] =>
    events.map(({ message }) => ({ outcome, message, orderId }))
  if (!held) return leave(ordered, 'held')
  const applied: AppliedEvent[] = []
  for (const { message, event } of ordered.slice(0, EVENTS_PER_ORDER)) {
    try {
      const firstTask = held.changes.tasks.length
      const became = applyPaymentEvent(ctx, held, event)
      const trace = traceEvent(ctx, held, { message, event, became, claimedMs, firstTask })
      applied.push({ ...became, message, orderId, ...(trace && { trace }) })
    } catch (error) {
      ctx.log.error({ err: error, event: message.message_id }, 'event failed unexpectedly')
      const others = ordered.filter((other) => other.message !== message)
      const threw = { outcome: 'threw', detail: errorMessage(error), message, orderId } as const
      return [threw, ...leave(others, 'later')]
    }
  }
  return [...applied, ...leave(ordered.slice(EVENTS_PER_ORDER), 'later')]
}

/** Reads the stores only for saved cards, which are rare. */
const tasksOfSavedCards = async (
  trx: DbQuery,
  saved: readonly SavedCardToNotify[],
  now: Date,
): Promise<NewTask[]> => {
  if (saved.length === 0) return []
  const stores = await storesByIds(trx, [...new Set(saved.map(({ storeId }) => storeId))])
  return saved.flatMap((each) => {
    const store = stores.find(({ id }) => id === each.storeId)
    return tasksOfSavedCard(each, { endpoints: store?.endpoints ?? null, now })
  })
}

const applyOther = (
  { changes, savedCards }: { changes: Changes; savedCards: SavedCardToNotify[] },
  { message, event }: { message: InboxEvent; event: GatewayEvent },
): AppliedPaymentEvent => {
  if (event.kind === 'unreadable') {
    return { outcome: 'unreadable', detail: `unreadable event: ${event.detail}` }
  }
  if (event.kind !== 'saved-card') return { outcome: 'kept', note: 'type-without-effect' }
  // The gateway owns the card; the store only gets a notification.
  const card = viewOfSavedCard(event.card)
  const { store_id: storeId } = message
  changes.cards.set(`${storeId} ${card.id}`, knownCardOf(storeId, card))
  savedCards.push({ storeId, occasion: event.id, card })
  return { outcome: 'kept', note: 'passed-on' }
}

/** Writes the changes of a batch and commits it. */
export const writeApplied = (
  trx: DbQuery,
  { clock }: PaymentsContext,
  { changes }: AppliedBatch,
): Promise<void> =>
  actAs({ kind: 'gateway' }, () => writeChanges(trx, changes, { now: clock.now(), commits: true }))

/** Signals and logs the outcomes of a batch, after its commit. */
export const signalApplied = (
  ctx: PaymentsContext,
  { events: applied, changes }: AppliedBatch,
): void => {
  // One process sends a batch's notifications: sharing them would double the claims.
  const notifier = ctx.processId
  signalDueTasks(
    ctx,
    changes.flatMap(({ tasks }) => tasks),
    { notifier },
  )
  const now = ctx.clock.now().getTime()
  for (const each of applied) {
    if (each.outcome === 'applied') {
      if (each.isFirst) ctx.signals.send(PAYMENT_CREATED_SIGNAL, each.paymentId)
      ctx.measurements.eventApplied((now - each.message.received_at.getTime()) / 1_000)
      ctx.storeWork.eventApplied(each.message.store_id)
    }
    if (!each.trace) logApplied(ctx, each)
    else {
      each.trace.run(() => logApplied(ctx, each))
      each.trace.end()
    }
  }
}

const logApplied = ({ log }: PaymentsContext, each: AppliedEvent): void => {
  const { message, orderId, trace: _, ...became } = each
  const about = { store: message.store_id, event: message.message_id, order: orderId }
  if (each.outcome === 'applied') {
    const { changed, status, paymentId } = each
    log.info({ ...about, payment: paymentId, changed, status }, 'event applied')
  } else log.info({ ...about, ...became }, 'event kept')
}

/** Returns a retry if the event threw again, or a failure for an operator if it is unreadable. */
export const applyGatewayEvent = async (
  ctx: PaymentsContext,
  address: MessageAddress,
): Promise<TaskOutcome> => {
  const applied = await ctx.db.hot.query
    .transaction()
    .execute(async (trx): Promise<AppliedBatch> => {
      const message = await readQueuedMessage(trx, address)
      if (!message) return NONE_APPLIED
      const applied = await applyGatewayEvents(trx, ctx, { messages: [message], isAlone: true })
      await writeApplied(trx, ctx, applied)
      return applied
    })
  signalApplied(ctx, applied)
  const [event] = applied.events
  if (event?.outcome === 'threw') return tryAgain(event.detail)
  // A payment got its gateway id between the lock and the facts.
  if (event?.outcome === 'held') return tryAgain('the order was found after its lock')
  return event?.outcome === 'unreadable'
    ? { outcome: 'failed', retry: 'ask-a-person', detail: event.detail }
    : { outcome: 'done' }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { DbQuery } from '../db/db.ts'
import { makeTasksOfMessages, takeMessages, type WaitingMessage } from '../db/inbox.ts'
import {
  type AppliedEvent,
  type AppliedSet,
  applyGatewayEvents,
  signalApplied,
} from '../payments/inbound/apply-gateway-event.ts'
import { EVENT_SIGNAL, type PaymentsContext, WORK_SIGNAL } from '../payments/ports/context.ts'
import { applyGatewayEventKind } from '../payments/ports/tasks/apply-gateway-event.ts'
import { isDatabaseAway, isLockConflict } from '../runtime/database.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import type { AtWork } from './work-watch.ts'

const MOST_IN_A_SET = 400
/** Linger before claiming the next batch: larger batches amortise the commit. */
const LINGER = { ms: 8, manyMs: 25, many: 20 }
/** Poll interval, which bounds the delay of a lost signal. */
const LOOK_EVERY_MS = 250
/** Poll interval for a locked order's events, which become tasks after `mostMs`. */
const HELD = { lookEveryMs: 20, mostMs: 1_000 }
/** Jitter after a deadlock. */
const CONFLICT_WAIT_MS = { least: 5, more: 20 }

/**
 * Applies gateway events in batches, one loop per process; row locks share the inbox. The inbox row
 * is the work item: only an unreadable or failing event, or one of an order locked for long,
 * becomes a task.
 */
export const startApplyingEvents = (
  ctx: PaymentsContext,
  { isClosing, watch, tallyError }: AtWork,
): Loop => {
  watch.cameRound('events')

  const look = async (): Promise<number> => {
    while (!isClosing()) {
      const { taken, held } = await applySet(ctx, MOST_IN_A_SET)
      watch.cameRound('events')
      if (taken === held) return held > 0 ? HELD.lookEveryMs : LOOK_EVERY_MS
      if (taken < MOST_IN_A_SET) await sleep(taken > LINGER.many ? LINGER.manyMs : LINGER.ms)
    }
    return LOOK_EVERY_MS
  }
  const loop = startLoop({
    look,
    onFailure: (error) => tallyError(error, 'events will be applied later'),
  })
  ctx.signals.on(EVENT_SIGNAL, loop.wake)
  return loop
}

/**
 * Applies a batch. Returns how many events it claimed, and how many it skipped for a locked order.
 * A failing batch is halved until the faulty event is alone and becomes a task.
 */
export const applySet = async (
  ctx: PaymentsContext,
  limit: number,
): Promise<{ taken: number; held: number }> => {
  let taken: readonly WaitingMessage[] = []
  try {
    const applied = await ctx.db.hot.query
      .transaction()
      .execute(async (trx): Promise<AppliedSet> => {
        taken = await takeMessages(trx, { source: 'gateway', limit })
        if (taken.length === 0) return { events: [], tasks: [] }
        const { events, tasks } = await applyGatewayEvents(trx, ctx, { messages: taken })
        const leftToTasks = events.filter((event) => isForItself(event, ctx.clock.now()))
        await leaveToTasks(ctx, trx, leftToTasks)
        return { events: events.filter((event) => !leftToTasks.includes(event)), tasks }
      })
    if (applied.events.length < taken.length) ctx.signals.send(WORK_SIGNAL)
    const left = ({ outcome }: AppliedEvent) => outcome === 'held' || outcome === 'later'
    signalApplied(ctx, { ...applied, events: applied.events.filter((each) => !left(each)) })
    const held = applied.events.filter(({ outcome }) => outcome === 'held').length
    return { taken: taken.length, held }
  } catch (error) {
    if (taken.length === 0 || isDatabaseAway(error)) throw error
    if (isLockConflict(error)) {
      await sleep(CONFLICT_WAIT_MS.least + Math.random() * CONFLICT_WAIT_MS.more)
    }
    if (taken.length > 1) return applySet(ctx, Math.ceil(taken.length / 2))
    const atFault = taken.map((message) => ({ message }))
    await ctx.db.hot.query.transaction().execute((trx) => leaveToTasks(ctx, trx, atFault))
    ctx.signals.send(WORK_SIGNAL)
    return { taken: taken.length, held: 0 }
  }
}

const isForItself = ({ outcome, message }: AppliedEvent, now: Date): boolean =>
  outcome === 'unreadable' ||
  outcome === 'threw' ||
  (outcome === 'held' && now.getTime() - message.received_at.getTime() > HELD.mostMs)

const leaveToTasks = async (
  { clock }: PaymentsContext,
  trx: DbQuery,
  events: readonly Pick<AppliedEvent, 'message'>[],
): Promise<void> => {
  if (events.length === 0) return
  const among = events.map(({ message }) => message)
  const kinds = { gateway: applyGatewayEventKind.kind }
  await makeTasksOfMessages(trx, { kinds, among, limit: among.length, now: clock.now() })
}

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
/**
 * Events that come in while a set is applied are the next set, and some more may come with them; where many
 * come, a set costs less for each of them the larger it is.
 */
const LINGER = { ms: 8, manyMs: 25, many: 20 }
/** A signal that was lost costs so much time. */
const LOOK_EVERY_MS = 250
/** An order that somebody else decides about is free again soon; else its events wait by themselves. */
const HELD = { lookEveryMs: 20, mostMs: 1_000 }
/** Two who wait for each other's rows try again at different times. */
const CONFLICT_WAIT_MS = { least: 5, more: 20 }

/**
 * Applies what the gateway has delivered, in sets: one loop in each process, which share the inbox by the
 * rows that they lock. The row in the inbox is the work; only an event that cannot be applied with
 * others, or not be read, becomes a task of its own.
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
 * Applies one set of at most so many events, and says how many it took, and how many of these it left
 * because their order is held. A set that fails is halved until the one at fault is
 * alone, which is tried by itself from then on.
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

/** One that fails, or whose order is held for long, waits in a task of its own. */
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

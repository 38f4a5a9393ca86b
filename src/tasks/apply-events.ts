import { setTimeout as sleep } from 'node:timers/promises'
import type { DbQuery } from '../db/db.ts'
import { claimMessages, createTasksOfMessages, type InboxEvent } from '../db/events/inbox.ts'
import {
  type AppliedBatch,
  type AppliedEvent,
  applyGatewayEvents,
  signalApplied,
} from '../payments/inbound/apply-gateway-event.ts'
import { EVENT_SIGNAL, type PaymentsContext, WORK_SIGNAL } from '../payments/ports/context.ts'
import { applyGatewayEventKind } from '../payments/ports/tasks/payment-tasks.ts'
import { isDatabaseUnreachable, isLockConflict } from '../runtime/postgres/database.ts'
import { type Loop, startLoop } from '../runtime/queue/loop.ts'
import type { AtWork } from './work-watch.ts'

const MAX_BATCH = 400
/** Linger before claiming the next batch: larger batches amortise the commit. */
const LINGER = { ms: 8, manyMs: 25, many: 20 }
/** Poll interval: upper bound on the delay after a lost signal. */
const EVENT_POLL_MS = 250
/** Poll interval for a locked order's events, which become tasks after `maxMs`. */
const HELD = { pollEveryMs: 20, maxMs: 1_000 }
/** Jitter after a deadlock. */
const CONFLICT_WAIT_MS = { least: 5, more: 20 }

/**
 * Applies gateway events in batches, one loop per process; each skips rows that another locked. The
 * inbox row is the work item: only an unreadable or failing event, or one of an order locked for
 * long, becomes a task.
 */
export const startApplyingEvents = (
  ctx: PaymentsContext,
  { isClosing, watch, tallyError }: AtWork,
): Loop => {
  watch.cameRound('events')

  const poll = async (): Promise<number> => {
    while (!isClosing()) {
      const { taken: claimed, held } = await applyBatch(ctx, MAX_BATCH)
      watch.cameRound('events')
      if (claimed === held) return held > 0 ? HELD.pollEveryMs : EVENT_POLL_MS
      if (claimed < MAX_BATCH) await sleep(claimed > LINGER.many ? LINGER.manyMs : LINGER.ms)
    }
    return EVENT_POLL_MS
  }
  const loop = startLoop({
    poll,
    onFailure: (error) => tallyError(error, 'events will be applied later'),
  })
  ctx.signals.on(EVENT_SIGNAL, loop.wake)
  return loop
}

/**
 * Applies a batch. Returns how many events it claimed, and how many it skipped for a locked order.
 * A failing batch is halved until the faulty event is alone and becomes a task.
 */
export const applyBatch = async (
  ctx: PaymentsContext,
  limit: number,
): Promise<{ taken: number; held: number }> => {
  let claimed: readonly InboxEvent[] = []
  try {
    const applied = await ctx.db.hot.query
      .transaction()
      .execute(async (trx): Promise<AppliedBatch> => {
        claimed = await claimMessages(trx, { source: 'gateway', limit })
        if (claimed.length === 0) return { events: [], tasks: [] }
        const { events, tasks } = await applyGatewayEvents(trx, ctx, { messages: claimed })
        const deferredToTasks = events.filter((event) => isForItself(event, ctx.clock.now()))
        await deferToTasks(ctx, trx, deferredToTasks)
        return { events: events.filter((event) => !deferredToTasks.includes(event)), tasks }
      })
    if (applied.events.length < claimed.length) ctx.signals.send(WORK_SIGNAL)
    const left = ({ outcome }: AppliedEvent) => outcome === 'held' || outcome === 'later'
    signalApplied(ctx, { ...applied, events: applied.events.filter((each) => !left(each)) })
    const held = applied.events.filter(({ outcome }) => outcome === 'held').length
    return { taken: claimed.length, held }
  } catch (error) {
    if (claimed.length === 0 || isDatabaseUnreachable(error)) throw error
    if (isLockConflict(error)) {
      await sleep(CONFLICT_WAIT_MS.least + Math.random() * CONFLICT_WAIT_MS.more)
    }
    if (claimed.length > 1) return applyBatch(ctx, Math.ceil(claimed.length / 2))
    const atFault = claimed.map((message) => ({ message }))
    await ctx.db.hot.query.transaction().execute((trx) => deferToTasks(ctx, trx, atFault))
    ctx.signals.send(WORK_SIGNAL)
    return { taken: claimed.length, held: 0 }
  }
}

const isForItself = ({ outcome, message }: AppliedEvent, now: Date): boolean =>
  outcome === 'unreadable' ||
  outcome === 'threw' ||
  (outcome === 'held' && now.getTime() - message.received_at.getTime() > HELD.maxMs)

const deferToTasks = async (
  { clock }: PaymentsContext,
  trx: DbQuery,
  events: readonly Pick<AppliedEvent, 'message'>[],
): Promise<void> => {
  if (events.length === 0) return
  const among = events.map(({ message }) => message)
  const kinds = { gateway: applyGatewayEventKind.kind }
  await createTasksOfMessages(trx, { kinds, among, limit: among.length, now: clock.now() })
}

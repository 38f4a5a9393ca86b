import { setTimeout as sleep } from 'node:timers/promises'
import type { DbQuery } from '../db/db.ts'
import {
  type ClaimedMessages,
  claimMessages,
  createTasksOfMessages,
  type InboxEvent,
} from '../db/events/inbox.ts'
import {
  type AppliedBatch,
  type AppliedEvent,
  applyGatewayEvents,
  NONE_APPLIED,
  signalApplied,
  writeApplied,
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
/** Pause while another process has the turn; that process handles the signals. */
const STAND_BY_MS = 100
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
  let outOfTurnAt = 0

  /** Ignores the turn once per poll interval: a hung process delays events by at most 350 ms. */
  const waitsForTurn = (): boolean => {
    const now = performance.now()
    if (now - outOfTurnAt < EVENT_POLL_MS) return true
    outOfTurnAt = now
    return false
  }
  const poll = async (): Promise<number> => {
    while (!isClosing()) {
      const batch = await applyBatch(ctx, MAX_BATCH, { inTurn: waitsForTurn() })
      const { taken: claimed, held, isAnyLeft } = batch
      watch.cameRound('events')
      if (batch.isOthersTurn) {
        await sleep(STAND_BY_MS)
        return EVENT_POLL_MS
      }
      if (claimed === held) return held > 0 ? HELD.pollEveryMs : EVENT_POLL_MS
      if (claimed < MAX_BATCH) await sleep(claimed > LINGER.many ? LINGER.manyMs : LINGER.ms)
      // A signal during the linger polls again.
      if (!isAnyLeft) return held > 0 ? HELD.pollEveryMs : EVENT_POLL_MS
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

interface AppliedCount {
  taken: number
  /** Skipped for a locked order. */
  held: number
  /** Whether claimable events may be left. */
  isAnyLeft: boolean
  isOthersTurn?: boolean
}

/**
 * Applies a batch. A failing batch is halved until the faulty event is alone and becomes a task.
 */
export const applyBatch = async (
  ctx: PaymentsContext,
  limit: number,
  { inTurn = false } = {},
): Promise<AppliedCount> => {
  let claimed: readonly InboxEvent[] = []
  let turn: ClaimedMessages | undefined
  try {
    const applied = await ctx.db.hot.query
      .transaction()
      .execute(async (trx): Promise<AppliedBatch> => {
        turn = await claimMessages(trx, { source: 'gateway', limit, inTurn })
        claimed = turn?.messages ?? []
        if (claimed.length === 0) return NONE_APPLIED
        const { events, changes } = await applyGatewayEvents(trx, ctx, { messages: claimed })
        const deferredToTasks = events.filter((event) => isForItself(event, ctx.clock.now()))
        await deferToTasks(ctx, trx, deferredToTasks)
        const others = events.filter((event) => !deferredToTasks.includes(event))
        const applied = { events: others, changes }
        await writeApplied(trx, ctx, applied)
        return applied
      })
    if (applied.events.length < claimed.length) ctx.signals.send(WORK_SIGNAL)
    const left = ({ outcome }: AppliedEvent) => outcome === 'held' || outcome === 'later'
    signalApplied(ctx, { ...applied, events: applied.events.filter((each) => !left(each)) })
    const count = (of: AppliedEvent['outcome']) =>
      applied.events.filter(({ outcome }) => outcome === of).length
    const isAnyLeft = turn?.isAnyLeft === true || count('later') > 0
    return { taken: claimed.length, held: count('held'), isAnyLeft, isOthersTurn: !turn }
  } catch (error) {
    if (claimed.length === 0 || isDatabaseUnreachable(error)) throw error
    if (isLockConflict(error)) {
      await sleep(CONFLICT_WAIT_MS.least + Math.random() * CONFLICT_WAIT_MS.more)
    }
    if (claimed.length > 1) {
      return { ...(await applyBatch(ctx, Math.ceil(claimed.length / 2))), isAnyLeft: true }
    }
    const atFault = claimed.map((message) => ({ message }))
    await ctx.db.hot.query.transaction().execute((trx) => deferToTasks(ctx, trx, atFault))
    ctx.signals.send(WORK_SIGNAL)
    return { taken: claimed.length, held: 0, isAnyLeft: true }
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

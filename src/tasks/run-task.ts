import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Claim,
  endTask,
  startTask,
  type TaskEnd,
  type TaskFailure,
  type TaskRow,
} from '../db/outbox.ts'
import { noticeInTask } from '../payments/circuits/notice-reach.ts'
import { closeAlertOfDeadTask, reportDeadTask } from '../payments/operations/report-dead-task.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import type { TaskOutcome } from '../payments/ports/task-outcome.ts'
import type { TaskManners } from '../payments/ports/tasks/task-kind.ts'
import { addMs } from '../runtime/clock.ts'
import { isDatabaseAway, isLockConflict } from '../runtime/database.ts'
import { errorMessage } from '../runtime/failure.ts'
import type { Log } from '../runtime/log.ts'
import { pauseAfter } from '../runtime/pause.ts'
import type { RunningTally, Which } from '../runtime/tally.ts'
import { waitBeforeNextTry } from './backoff.ts'

const END_RETRY = { leastMs: 1_000, mostMs: 5_000 }
/** Others were at the same rows; they will not be for long. */
const LOCKED_WAIT_MS = 500

/** How a try went: as the task's kind says, or with an exception, which says nothing of shop or gateway. */
type Tried = TaskOutcome | { outcome: 'threw'; error: unknown }

/**
 * Runs one try of a task that was claimed, and writes down how it ended. A claim that no
 * longer counts (the task was claimed again since) does nothing.
 */
export const runTask = async (
  ctx: PaymentsContext,
  {
    handed,
    isWantedByPerson,
    isClosing,
    tallyError,
  }: {
    handed: Claim
    /** It was let through its circuit. */
    isWantedByPerson: boolean
    isClosing: () => boolean
    tallyError: RunningTally['tallyError']
  },
): Promise<void> => {
  const task = await startTask(ctx.db.query, handed, ctx.processId)
  if (!task) return
  const log = ctx.log.child({
    task: task.id.toString(),
    kind: task.kind,
    store: task.store_id,
    ...(task.order_id ? { order: task.order_id } : {}),
    try: task.tries,
  })
  const noticing = noticeInTask(ctx)
  const tried = await tryTask(noticing.ctx, { task, log, tallyError })
  const kind = ctx.taskKinds.get(task.kind)
  const end = endOf(task, tried, { kind, now: ctx.clock.now(), log })
  const hasReached = noticing.hasReached(task.needs)
  const note = () => reportReach(ctx.circuits, task, { tried, hasReached, isWantedByPerson })
  // Once the end of a try is written, another task may be sent: that they are away is known before.
  const isUnreached = tried.outcome === 'failed' && tried.unreachable === true
  const noted = isUnreached ? note() : undefined
  await noted?.catch(() => {})
  // The task is ours until its end is written, so a database that is away is waited for.
  for (let failures = 1; ; failures++) {
    try {
      await writeEnd(ctx, { task, handed, end })
      break
    } catch (error) {
      if (isClosing()) throw error
      tallyError(error, 'end of task not written yet', {}, whichTask(task))
      await sleep(pauseAfter(failures, END_RETRY))
    }
  }
  await (noted ?? note())
}

/** Whether whoever the task needs was reached; a task that ended without asking them says nothing. */
const reportReach = async (
  circuits: PaymentsContext['circuits'],
  { needs, store_id: storeId }: TaskRow,
  {
    tried,
    hasReached,
    isWantedByPerson,
  }: { tried: Tried; hasReached: boolean; isWantedByPerson: boolean },
): Promise<void> => {
  const need = { needs, storeId }
  if (tried.outcome === 'threw' || tried.outcome === 'busy') return
  if (tried.outcome === 'failed' && tried.unreachable) return circuits.notReached(need, tried)
  // A gateway that refuses one request works; a shop that takes no message is one to look after.
  if (tried.outcome === 'failed' && needs === 'shop') return circuits.refused(need, tried)
  if (hasReached) return circuits.reached(need, { isWantedByPerson })
  return circuits.notAsked(need, { isWantedByPerson })
}

/**
 * A task that is given up is on the store's list of alerts from the same moment on, until it is
 * replayed with success.
 */
const writeEnd = (
  ctx: PaymentsContext,
  { task, handed, end }: { task: TaskRow; handed: Claim; end: TaskEnd },
): Promise<void> => {
  if (end.state === 'ready' || (end.state === 'done' && task.replay_of === null)) {
    return endTask(ctx.db.query, handed, end)
  }
  return ctx.db.query.transaction().execute(async (trx) => {
    await endTask(trx, handed, end)
    if (end.state === 'done') return closeAlertOfDeadTask(trx, { task, now: end.at })
    const meaning = ctx.taskKinds.get(task.kind)?.onFailure
    await reportDeadTask(trx, { task, meaning, lastError: end.failure.detail, now: end.at })
  })
}

const endOf = (
  task: TaskRow,
  tried: Tried,
  { kind, now, log }: { kind: TaskManners | undefined; now: Date; log: Log },
): TaskEnd => {
  if (tried.outcome === 'done') return { state: 'done', at: now, note: tried.note }
  const waitAndTryAgain = (waitMs: number, failure: TaskFailure): TaskEnd => {
    const isSaid = tried.outcome === 'busy' || (tried.outcome === 'failed' && tried.isSaid)
    const said = isSaid ? { said: '' } : {}
    log.warn({ detail: failure.detail, waitMs, ...said }, 'task will be tried again')
    const outOfReach = tried.outcome === 'failed' && tried.unreachable === true
    return { state: 'ready', at: now, runAt: addMs(now, waitMs), outOfReach, failure }
  }
  const failure = failureOf(tried)
  // However often it happens: the task is not given up for what others do with its rows.
  const isLocked = tried.outcome === 'threw' && isLockConflict(tried.error)
  if (isLocked || tried.outcome === 'busy') {
    return waitAndTryAgain(Math.round(LOCKED_WAIT_MS * (1 + Math.random())), failure)
  }
  const { retryAfterMs: askedMs, waitsMs } =
    tried.outcome === 'failed' ? tried : { retryAfterMs: undefined }
  const { maxTries = Number.POSITIVE_INFINITY } = kind ?? {}
  const isTriedOut = waitsMs === undefined && task.tries >= maxTries
  if (!kind || failure.retry !== 'retry' || isTriedOut) {
    log.error(failure, 'task is dead')
    return { state: 'dead', at: now, failure }
  }
  const random = Math.random()
  const waitMs = waitBeforeNextTry(waitsMs ?? kind.waitsMs, { tries: task.tries, askedMs, random })
  return waitAndTryAgain(waitMs, failure)
}

/** An exception is a bug or lost infrastructure: worth another try either way. */
const failureOf = (tried: Exclude<Tried, { outcome: 'done' }>): TaskFailure => {
  switch (tried.outcome) {
    case 'threw':
      return { retry: 'retry', detail: errorMessage(tried.error) }
    case 'busy':
      return { retry: 'retry', detail: 'somebody else is at it' }
    case 'failed':
      return { retry: tried.retry, detail: tried.detail }
  }
}

const whichTask = ({ id, kind }: TaskRow): Which => ({ task: id.toString(), kind })

const tryTask = async (
  ctx: PaymentsContext,
  { task, log, tallyError }: { task: TaskRow; log: Log; tallyError: RunningTally['tallyError'] },
): Promise<Tried> => {
  const overdue = new AbortController()
  try {
    const kind = ctx.taskKinds.get(task.kind)
    if (!kind) return { outcome: 'failed', retry: 'permanent', detail: `unknown kind ${task.kind}` }
    return await Promise.race([
      kind.run(ctx, kind.payload.parse(task.payload)),
      sleep(kind.timeoutMs, undefined, { signal: overdue.signal }).then(tookTooLong),
    ])
  } catch (error) {
    if (isDatabaseAway(error)) {
      tallyError(error, 'task failed: the database is away', {}, whichTask(task))
    } else if (!isLockConflict(error)) log.error({ err: error }, 'task failed unexpectedly')
    return { outcome: 'threw', error }
  } finally {
    overdue.abort()
  }
}

const tookTooLong = (): TaskOutcome => ({
  outcome: 'failed',
  retry: 'retry',
  detail: 'took too long',
  unreachable: true,
})

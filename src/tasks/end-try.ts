import { setTimeout as sleep } from 'node:timers/promises'
import type { TaskRow } from '../db/outbox.ts'
import { endTask, type TaskEnd, type TaskFailure } from '../db/task-ends.ts'
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

/** How a try went: as the task's kind says, or with an exception, which says nothing of shop or gateway. */
export type Tried = TaskOutcome | { outcome: 'threw'; error: unknown }

/** What the end of a try needs of the process that runs it. */
export interface Trying {
  isClosing: () => boolean
  tallyError: RunningTally['tallyError']
}

const END_RETRY = { leastMs: 1_000, mostMs: 5_000 }
/** Others were at the same rows; they will not be for long. */
const LOCKED_WAIT_MS = 500

const logOfTask = ({ log }: PaymentsContext, task: TaskRow): Log =>
  log.child({
    task: task.id.toString(),
    kind: task.kind,
    store: task.store_id,
    ...(task.order_id ? { order: task.order_id } : {}),
    try: task.tries,
  })

/** One try of a task that this process has started; one that takes too long is given up. */
export const tryTask = async (
  ctx: PaymentsContext,
  task: TaskRow,
  {
    run,
    timeoutMs,
    tallyError,
  }: {
    run: () => Promise<TaskOutcome>
    timeoutMs: number
    tallyError: Trying['tallyError']
  },
): Promise<Tried> => {
  let overdue: NodeJS.Timeout | undefined
  try {
    const late = new Promise<TaskOutcome>((resolve) => {
      overdue = setTimeout(() => resolve(TOOK_TOO_LONG), timeoutMs)
    })
    return await Promise.race([run(), late])
  } catch (error) {
    if (isDatabaseAway(error)) {
      tallyError(error, 'task failed: the database is away', {}, whichTask(task))
    } else if (!isLockConflict(error)) {
      logOfTask(ctx, task).error({ err: error }, 'task failed unexpectedly')
    }
    return { outcome: 'threw', error }
  } finally {
    clearTimeout(overdue)
  }
}

const TOOK_TOO_LONG: TaskOutcome = {
  outcome: 'failed',
  retry: 'retry',
  detail: 'took too long',
  unreachable: true,
}

export const whichTask = ({ id, kind }: TaskRow): Which => ({ task: id.toString(), kind })

/** What a try came to, and what is known beside it. */
interface EndingTry extends Trying {
  tried: Tried
  /** `undefined`: a kind that this version does not know. */
  kind: TaskManners | undefined
  /** Whether whom the task needs has done anything that it asked. */
  hasReached: boolean
  /** It was let through its circuit. */
  isWantedByPerson: boolean
}

/**
 * Writes down how a try ended, what follows for the task, and whether whom it needs was reached. A
 * claim that no longer counts (the task was claimed again since) changes nothing.
 */
export const endTry = async (
  ctx: PaymentsContext,
  task: TaskRow,
  ending: EndingTry,
): Promise<void> => {
  const { tried, kind } = ending
  const end = endOf(ctx, task, { tried, kind })
  const note = () => reportReach(ctx.circuits, task, ending)
  // Once the end of a try is written, another task may be sent: that they are away is known before.
  const isUnreached = tried.outcome === 'failed' && tried.unreachable === true
  const noted = isUnreached ? note() : undefined
  await noted?.catch(() => {})
  const written = { ...ending, which: whichTask(task) }
  await untilWritten(() => writeEnd(ctx, { task, end, kind }), written)
  await (noted ?? note())
}

/** The task is ours until its end is written, so a database that is away is waited for. */
export const untilWritten = async (
  write: () => Promise<void>,
  { isClosing, tallyError, which = {} }: Trying & { which?: Which },
): Promise<void> => {
  for (let failures = 1; ; failures++) {
    try {
      return await write()
    } catch (error) {
      if (isClosing()) throw error
      tallyError(error, 'end of task not written yet', {}, which)
      await sleep(pauseAfter(failures, END_RETRY))
    }
  }
}

/** Whether whoever the task needs was reached; a task that ended without asking them says nothing. */
export const reportReach = async (
  circuits: PaymentsContext['circuits'],
  { needs, store_id: storeId }: Pick<TaskRow, 'needs' | 'store_id'>,
  {
    tried,
    hasReached,
    isWantedByPerson,
  }: Pick<EndingTry, 'tried' | 'hasReached' | 'isWantedByPerson'>,
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
  { task, end, kind }: { task: TaskRow; end: TaskEnd; kind: TaskManners | undefined },
): Promise<void> => {
  if (end.state === 'ready' || (end.state === 'done' && task.replay_of === null)) {
    return endTask(ctx.db.query, task, end)
  }
  return ctx.db.query.transaction().execute(async (trx) => {
    await endTask(trx, task, end)
    if (end.state === 'done') return closeAlertOfDeadTask(trx, { task, now: end.at })
    const { detail: lastError } = end.failure
    await reportDeadTask(trx, { task, meaning: kind?.onFailure, lastError, now: end.at })
  })
}

const endOf = (
  ctx: PaymentsContext,
  task: TaskRow,
  { tried, kind }: Pick<EndingTry, 'tried' | 'kind'>,
): TaskEnd => {
  const now = ctx.clock.now()
  if (tried.outcome === 'done') return { state: 'done', at: now, note: tried.note }
  const log = logOfTask(ctx, task)
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

import { setTimeout as sleep } from 'node:timers/promises'
import { actAs } from '../db/current-actor.ts'
import type { TimelineEntry } from '../db/orders/timeline.ts'
import { isEndpointNeed } from '../db/tables/tasks.ts'
import type { TaskRow } from '../db/tasks/outbox.ts'
import { endTask, type TaskEnd } from '../db/tasks/task-ends.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { type TaskOutcome, tryAgain } from '../payments/ports/task-outcome.ts'
import type { RetryRules } from '../payments/ports/tasks/task-kind.ts'
import { closeAlertOfDeadTask, reportDeadTask } from '../payments/tasks/report-dead-task.ts'
import { addMs } from '../runtime/clock.ts'
import { errorMessage } from '../runtime/failure.ts'
import type { Log } from '../runtime/log/log.ts'
import type { RunningTally, Which } from '../runtime/log/tally.ts'
import { isDatabaseUnreachable, isLockConflict } from '../runtime/postgres/database.ts'
import { backoffMs } from '../runtime/queue/pause.ts'
import { inSpan, type Tracing } from '../runtime/tracing/tracing.ts'
import { waitBeforeNextTry } from './backoff.ts'

/**
 * Outcome of a try. `hasThrown`: a bug or lost infrastructure, no evidence about store or gateway.
 */
export type Tried = TaskOutcome & { hasThrown?: true }

export interface Trying {
  isClosing: () => boolean
  tallyError: RunningTally['tallyError']
}

const END_RETRY = { minMs: 1_000, maxMs: 5_000 }
type Failed = Extract<Tried, { outcome: 'failed' }>
/** Lock conflicts retry without limit: others' locks never make a task dead. */
const BUSY: Failed = { ...tryAgain('locked by another worker'), isLogged: true, waitsMs: [750] }
const TOOK_TOO_LONG: Failed = { ...tryAgain('took too long'), unreachable: true }

const logOfTask = ({ log }: PaymentsContext, task: TaskRow): Log => {
  const { store_id: store, order_id: order, tries } = task
  return log.child({ ...whichTask(task), store, ...(order && { order }), try: tries })
}

/** Runs one try of a claimed task, aborted after `timeoutMs`. */
export const tryTask = async (
  ctx: PaymentsContext,
  task: TaskRow,
  { run, timeoutMs, tallyError }: Trying & { run: () => Promise<TaskOutcome>; timeoutMs: number },
): Promise<Tried> => {
  let overdue: NodeJS.Timeout | undefined
  try {
    const late = new Promise<TaskOutcome>((resolve) => {
      overdue = setTimeout(() => resolve(TOOK_TOO_LONG), timeoutMs)
    })
    const work = () => actAs({ kind: 'job', name: task.kind }, run)
    return await Promise.race([ctx.tracing ? traceTry(ctx.tracing, task, work) : work(), late])
  } catch (error) {
    if (isLockConflict(error)) return { outcome: 'busy', detail: errorMessage(error) }
    if (isDatabaseUnreachable(error)) {
      tallyError(error, 'task failed: the database is unreachable', {}, whichTask(task))
    } else {
      logOfTask(ctx, task).error({ err: error }, 'task failed unexpectedly')
    }
    return { ...tryAgain(errorMessage(error)), hasThrown: true }
  } finally {
    clearTimeout(overdue)
  }
}

/** Runs a try in a span of its task's trace. */
const traceTry = (
  tracing: Tracing,
  { id, kind, store_id, order_id, tries, traceparent }: TaskRow,
  run: () => Promise<TaskOutcome>,
): Promise<TaskOutcome> =>
  inSpan(
    tracing,
    {
      name: `task ${kind}`,
      parent: traceparent,
      prefersCurrent: true,
      attributes: {
        'puente.task': String(id),
        'puente.store': store_id,
        'puente.order': order_id ?? undefined,
        'puente.try': tries,
      },
    },
    async (span) => {
      const outcome = await run()
      if (outcome.outcome === 'failed') span.fail(outcome.retry)
      return outcome
    },
  )

export const whichTask = ({ id, kind }: TaskRow): Which => ({ task: id.toString(), kind })

interface Contact {
  tried: Tried
  hasContacted: boolean
}

interface EndingTry extends Trying, Contact {
  /** `undefined` for a kind unknown to this version. */
  kind: RetryRules | undefined
  line?: TimelineEntry | undefined
}

/**
 * Writes a try's outcome and reports to the circuit whether the dependency responded. No-op with a
 * stale claim.
 */
export const endTry = async (
  ctx: PaymentsContext,
  task: TaskRow,
  ending: EndingTry,
): Promise<void> => {
  const { tried, kind } = ending
  const end = endOf(ctx, task, ending)
  const note = () => reportContact(ctx.circuits, task, ending)
  // Report a failure before the write, which lets another task start.
  const isUnreachable = tried.outcome === 'failed' && tried.unreachable === true
  const noted = isUnreachable ? note() : undefined
  await noted?.catch(() => {})
  const write = () =>
    actAs({ kind: 'job', name: task.kind }, () => writeEnd(ctx, { task, end, kind }))
  await retryUntilWritten(write, { ...ending, which: whichTask(task) })
  await (noted ?? note())
}

/**
 * Retries until the database accepts the write, while the task stays claimed. Rejects during
 * shutdown.
 */
export const retryUntilWritten = async (
  write: () => Promise<void>,
  { isClosing, tallyError, which = {} }: Trying & { which?: Which },
): Promise<void> => {
  for (let failures = 1; ; failures++) {
    try {
      return await write()
    } catch (error) {
      if (isClosing()) throw error
      tallyError(error, 'end of task not written yet', {}, which)
      await sleep(backoffMs(failures, END_RETRY))
    }
  }
}

export const reportContact = async (
  circuits: PaymentsContext['circuits'],
  { needs, store_id: storeId, passes_circuit: isForced }: TaskRow,
  { tried, hasContacted }: Contact,
): Promise<void> => {
  const need = { needs, storeId }
  if (tried.hasThrown || tried.outcome === 'busy') return
  if (tried.outcome === 'failed' && tried.unreachable) return circuits.failed(need, tried)
  // A gateway that refuses a request is up; a store that refuses a notification needs attention.
  if (tried.outcome === 'failed' && (needs === 'shop' || isEndpointNeed(needs)))
    return circuits.refused(need, tried)
  if (hasContacted) return circuits.succeeded(need, { isForced })
  return circuits.skipped(need, { isForced })
}

/** Opens the alert in the transaction that makes the task dead; a successful replay closes it. */
const writeEnd = (
  { db: { query } }: PaymentsContext,
  { task, end, kind }: { task: TaskRow; end: TaskEnd } & Pick<EndingTry, 'kind'>,
): Promise<void> => {
  if (end.state === 'ready' || (end.state === 'done' && task.replay_of === null)) {
    return endTask(query, task, end)
  }
  return query.transaction().execute(async (trx) => {
    await endTask(trx, task, end)
    if (end.state === 'done') return closeAlertOfDeadTask(trx, { task, now: end.at })
    const { detail: lastError } = end.failure
    await reportDeadTask(trx, { task, meaning: kind?.onFailure, lastError, now: end.at })
  })
}

const endOf = (ctx: PaymentsContext, task: TaskRow, { tried, kind, line }: EndingTry): TaskEnd => {
  const at = ctx.clock.now()
  if (tried.outcome === 'done')
    return { state: 'done', at, note: tried.note, line, calls: tried.calls }
  const log = logOfTask(ctx, task)
  const failed = tried.outcome === 'busy' ? { ...BUSY, ...tried, outcome: BUSY.outcome } : tried
  const { retry, detail, isLogged, unreachable: isUnreachable = false } = failed
  const failure = { retry, detail }
  const calls = tried.outcome === 'failed' ? tried.calls : undefined
  const waitMs = waitAfter(failed, { tries: task.tries, kind })
  if (waitMs === undefined) {
    log.error(failure, 'task is dead')
    return { state: 'dead', at, failure, calls }
  }
  log.warn({ detail, waitMs, ...(isLogged && { said: '' }) }, 'task will be tried again')
  return { state: 'ready', at, runAt: addMs(at, waitMs), isUnreachable, failure, calls }
}

/** Returns the backoff in ms; `undefined` makes the task dead. */
const waitAfter = (
  { retry, retryAfterMs: requestedMs, waitsMs }: Failed,
  { tries, kind }: Pick<TaskRow, 'tries'> & Pick<EndingTry, 'kind'>,
): number | undefined => {
  const isTriedOut = waitsMs === undefined && tries >= (kind?.maxTries ?? Number.POSITIVE_INFINITY)
  if (!kind || retry !== 'retry' || isTriedOut) return undefined
  return waitBeforeNextTry(waitsMs ?? kind.waitsMs, {
    tries,
    requestedMs,
    random: Math.random(),
  })
}

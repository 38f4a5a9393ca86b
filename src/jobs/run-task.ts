import { setTimeout as sleep } from 'node:timers/promises'
import { endTask, type HandOver, startTask, type TaskEnd, type TaskRow } from '../ledger/outbox.ts'
import type { PaymentsContext } from '../payments/context.ts'
import { reportDeadTask } from '../payments/report-dead-task.ts'
import type { TaskOutcome } from '../payments/task-outcome.ts'
import { addMs } from '../platform/clock.ts'
import { errorMessage } from '../platform/failure.ts'
import type { Log } from '../platform/log.ts'
import { waitBeforeNextTry } from './backoff.ts'
import { jobOf } from './catalogue.ts'
import type { Circuits } from './circuits.ts'

const END_RETRY_MS = 1_000

/**
 * Runs one try of a task that was handed over, and writes down how it ended. A hand-over that no
 * longer counts (the task was handed over again since) does nothing.
 */
export const runTask = async (
  ctx: PaymentsContext,
  {
    handed,
    circuits,
    isClosing,
  }: {
    handed: HandOver
    circuits: Circuits
    isClosing: () => boolean
  },
): Promise<void> => {
  const task = await startTask(ctx.ledger.query, handed, ctx.processId)
  if (!task) return
  const log = ctx.log.child({
    task: task.id.toString(),
    kind: task.kind,
    store: task.store_id,
    ...(task.order_id ? { order: task.order_id } : {}),
    try: task.tries,
  })
  const outcome = await tryTask(ctx, task, log)
  const end = endOf(task, outcome, { now: ctx.clock.now(), log })
  // The task is ours until its end is written, so a database that is away is waited for.
  for (;;) {
    try {
      await writeEnd(ctx, { task, handed, end })
      break
    } catch (error) {
      if (isClosing()) throw error
      log.warn({ err: error }, 'end of task not written yet')
      await sleep(END_RETRY_MS)
    }
  }
  await noteReach(circuits, task, outcome)
}

/** Whoever the task needs was reached or not, whatever they said. */
const noteReach = (
  circuits: Circuits,
  { needs, store_id: storeId }: TaskRow,
  outcome: TaskOutcome,
): Promise<void> =>
  outcome.outcome === 'failed' && outcome.unreachable
    ? circuits.notReached({ needs, storeId }, outcome)
    : circuits.reached({ needs, storeId })

/** A task that is given up is on the store's list of problems from the same moment on. */
const writeEnd = (
  ctx: PaymentsContext,
  { task, handed, end }: { task: TaskRow; handed: HandOver; end: TaskEnd },
): Promise<void> => {
  if (end.state !== 'dead') return endTask(ctx.ledger.query, handed, end)
  return ctx.ledger.query.transaction().execute(async (trx) => {
    await endTask(trx, handed, end)
    await reportDeadTask(trx, { task, lastError: end.failure.detail, now: end.at })
  })
}

const endOf = (
  task: TaskRow,
  outcome: TaskOutcome,
  { now, log }: { now: Date; log: Log },
): TaskEnd => {
  if (outcome.outcome === 'done') return { state: 'done', at: now }
  const { remedy, detail } = outcome
  const failure = { remedy, detail }
  const job = jobOf(task)
  if (!job || remedy !== 'retry' || task.tries >= job.maxTries) {
    log.error({ detail, remedy }, 'task is dead')
    return { state: 'dead', at: now, failure }
  }
  const waitMs = waitBeforeNextTry(job.waitsMs, {
    tries: task.tries,
    askedMs: outcome.retryAfterMs,
    random: Math.random(),
  })
  log.warn({ detail, waitMs }, 'task will be tried again')
  return { state: 'ready', at: now, runAt: addMs(now, waitMs), failure }
}

/** An exception is a bug or lost infrastructure: worth another try either way. */
const tryTask = async (ctx: PaymentsContext, task: TaskRow, log: Log): Promise<TaskOutcome> => {
  const overdue = new AbortController()
  try {
    const job = jobOf(task)
    if (!job) return { outcome: 'failed', remedy: 'permanent', detail: `unknown kind ${task.kind}` }
    return await Promise.race([
      job.run(ctx),
      sleep(job.timeoutMs, undefined, { signal: overdue.signal }).then(tookTooLong),
    ])
  } catch (error) {
    log.error({ err: error }, 'task failed unexpectedly')
    return { outcome: 'failed', remedy: 'retry', detail: errorMessage(error) }
  } finally {
    overdue.abort()
  }
}

const tookTooLong = (): TaskOutcome => ({
  outcome: 'failed',
  remedy: 'retry',
  detail: 'took too long',
  unreachable: true,
})

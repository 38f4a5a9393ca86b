import { setTimeout as sleep } from 'node:timers/promises'
import { endTask, type HandOver, startTask, type TaskEnd, type TaskRow } from '../ledger/outbox.ts'
import type { PaymentsContext } from '../payments/context.ts'
import { reportDeadTask } from '../payments/report-dead-task.ts'
import type { TaskOutcome } from '../payments/task-outcome.ts'
import { addMs } from '../platform/clock.ts'
import { errorMessage } from '../platform/failure.ts'
import type { Log } from '../platform/log.ts'
import { type CataloguedJob, jobOf } from './catalogue.ts'

const END_RETRY_MS = 1_000

/**
 * Runs one try of a task that was handed over, and writes down how it ended. A hand-over that no
 * longer counts (the task was handed over again since) does nothing.
 */
export const runTask = async (
  ctx: PaymentsContext,
  {
    handed,
    isClosing,
  }: {
    handed: HandOver
    isClosing: () => boolean
  },
): Promise<void> => {
  const task = await startTask(ctx.ledger.query, handed, ctx.processId)
  if (!task) return
  const end = await tryTask(ctx, task)
  // The task is ours until its end is written, so a database that is away is waited for.
  for (;;) {
    try {
      return await writeEnd(ctx, { task, handed, end })
    } catch (error) {
      if (isClosing()) throw error
      ctx.log.warn({ err: error, task: task.id.toString() }, 'end of task not written yet')
      await sleep(END_RETRY_MS)
    }
  }
}

/** A task that is given up is on the store's list of problems from the same moment on. */
const writeEnd = (
  ctx: PaymentsContext,
  { task, handed, end }: { task: TaskRow; handed: HandOver; end: TaskEnd },
): Promise<void> => {
  if (end.state !== 'dead') return endTask(ctx.ledger.query, handed, end)
  return ctx.ledger.query.transaction().execute(async (trx) => {
    await endTask(trx, handed, end)
    await reportDeadTask(trx, { task, lastError: end.lastError ?? '', now: end.endedAt })
  })
}

const tryTask = async (ctx: PaymentsContext, task: TaskRow): Promise<TaskEnd> => {
  const { store_id: store, order_id: order, kind } = task
  const log = ctx.log.child({
    task: task.id.toString(),
    kind,
    store,
    ...(order ? { order } : {}),
    try: task.tries,
  })
  const job = jobOf(task)
  if (!job) {
    log.error('there is no job of this kind')
    const lastError = `unknown kind ${task.kind}`
    return { state: 'dead', endedAt: ctx.clock.now(), lastError }
  }
  const outcome = await outcomeOf(ctx, job, log)
  if (outcome.outcome === 'done') return { state: 'done', endedAt: ctx.clock.now() }

  const { remedy, detail } = outcome
  if (remedy === 'retry' && task.tries < job.maxTries) {
    const waitMs = waitBefore(job, task.tries, outcome.retryAfterMs)
    log.warn({ detail, waitMs }, 'task will be tried again')
    return { state: 'ready', runAt: addMs(ctx.clock.now(), waitMs), lastError: detail }
  }
  log.error({ detail, remedy }, 'task is dead')
  const lastError = `${remedy}: ${detail}`
  return { state: 'dead', endedAt: ctx.clock.now(), lastError }
}

const waitBefore = (job: CataloguedJob, tries: number, askedMs = 0): number => {
  const planned = job.waitsMs[Math.min(tries, job.waitsMs.length) - 1] ?? 0
  return Math.max(planned, askedMs)
}

/** An exception is a bug or lost infrastructure: worth another try either way. */
const outcomeOf = async (
  ctx: PaymentsContext,
  job: CataloguedJob,
  log: Log,
): Promise<TaskOutcome> => {
  const overdue = new AbortController()
  try {
    return await Promise.race([
      job.run(ctx),
      sleep(job.timeoutMs, undefined, { signal: overdue.signal }).then(
        (): TaskOutcome => ({ outcome: 'failed', remedy: 'retry', detail: 'took too long' }),
      ),
    ])
  } catch (error) {
    log.error({ err: error }, 'task failed unexpectedly')
    return { outcome: 'failed', remedy: 'retry', detail: errorMessage(error) }
  } finally {
    overdue.abort()
  }
}

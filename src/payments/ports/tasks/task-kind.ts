import type { z } from 'zod'
import type { NewTask } from '../../../db/outbox.ts'
import type { TaskNeeds } from '../../../db/tables/tasks.ts'
import type { TaskOutcome } from '../task-outcome.ts'

/**
 * How tasks of a kind are tried again and given up. A failure says itself what it means: `retry` (the
 * network, 5xx, 429 with its `Retry-After`) goes on as planned here, `permanent` and `ask-a-person` end
 * the task, and so do too many tries. A task that ended so is dead and on its store's list of alerts,
 * from where it can be replayed. Locked rows are no failure of the task: see `runTask`.
 */
export interface TaskManners {
  /** Waits between tries, each with its jitter; the last one is repeated. */
  waitsMs: readonly number[]
  /** Without it, a failure that may pass is never given up. */
  maxTries?: number
  /** A try that takes longer is given up; what it still does has to be harmless. */
  timeoutMs: number
  /** How many of one store run at a time in one process. */
  atOncePerStore: number
  /** What it means for the store when the task is given up: a sentence in each language. */
  onFailure: { es: string; en: string }
}

/** One kind of task, whole: what it holds, how it runs, is tried again and given up. */
export interface TaskKind<Payload = unknown, Context = never> extends TaskManners {
  /** As it stands in `tasks.kind`, for ever: tasks of it are in databases. */
  kind: string
  needs: TaskNeeds
  payload: z.ZodType<Payload>
  /**
   * A task without a unique key is not written while an equal one waits that is due no later: it will
   * see the same. `patiently`: nor while one waits for a later time, because the other side has failed.
   */
  unlessWaiting?: { patiently: boolean }
  /** Without it, its tasks do not run one by one: they are claimed and ended by sets (`tasks.by_sets`). */
  run?(ctx: Context, payload: Payload): Promise<TaskOutcome>
}

/** When a task is made, and when it is due if not at once. */
export interface When {
  now: Date
  runAt?: Date
}

/** The same of a task that is made once for its key. */
export type WhenAndOnce = When & Pick<NewTask, 'uniqueKey'>

export type Whose = Pick<NewTask, 'storeId' | 'orderId'>

/** Adds to a kind how a task of it is made, to be written with what makes it necessary. */
export const taskKind = <Payload extends Record<string, unknown>, Context>(
  facts: TaskKind<Payload, Context>,
) => ({
  ...facts,
  task: (payload: Payload, { now, runAt = now, ...about }: Whose & WhenAndOnce): NewTask => {
    const { kind, needs, unlessWaiting } = facts
    const task = { kind, needs, ...about, payload, runAt, now }
    if (!unlessWaiting || about.uniqueKey !== undefined) return task
    const key = `${kind}:${about.storeId}:${JSON.stringify(payload)}`
    return { ...task, unlessWaiting: { key, ...unlessWaiting } }
  },
})

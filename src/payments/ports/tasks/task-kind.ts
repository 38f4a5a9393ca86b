import type { z } from 'zod'
import type { TaskNeeds } from '../../../db/tables/tasks.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'

/**
 * Retry rules of a kind. The failure decides: `retry` (network, 5xx, 429 with `Retry-After`)
 * follows this schedule; `permanent`, `ask-a-person` or too many tries make the task dead. A dead
 * task opens an alert and can be replayed. Lock conflicts do not count: see `tryTask`.
 */
export interface RetryRules {
  /** Backoff before jitter; the last wait repeats. */
  waitsMs: readonly number[]
  /** Without it, transient failures retry forever. */
  maxTries?: number
  /** Late effects of a timed-out try must be harmless. */
  timeoutMs: number
  concurrencyPerStore: number
  /** Consequence of a dead task for the store, one sentence per language. */
  onFailure: { es: string; en: string }
}

/** Contract of a kind; `src/tasks` binds it to the use case that runs it. */
export interface TaskKind<Payload = unknown, Kind extends string = string> extends RetryRules {
  /** Value of `tasks.kind`. Permanent: databases hold such tasks. */
  kind: Kind
  needs: TaskNeeds
  payload: z.ZodType<Payload>
  /**
   * Version of the payload, 1 by default: raise it when an older process could not run it, or would
   * run it wrongly. Such a process leaves the task to a newer one.
   */
  version?: number
  /**
   * Dedupes tasks without a unique key: a waiting task due no later reads the same state.
   * `patiently`: also one due later, which backs off.
   */
  unlessWaiting?: { patiently: boolean }
}

export interface When {
  now: Date
  runAt?: Date
}

export type WhenAndOnce = When & Pick<NewTask, 'uniqueKey'>

/** `needs` overrides that of the kind. */
export type TaskOwner = Pick<NewTask, 'storeId' | 'orderId'> & Partial<Pick<NewTask, 'needs'>>

/**
 * Adds a function that constructs tasks of the kind. Write a task in the transaction that causes
 * it.
 */
export const taskKind = <Payload extends Record<string, unknown>, Kind extends string>(
  facts: TaskKind<Payload, Kind>,
) => ({
  ...facts,
  task: (payload: Payload, { now, runAt = now, ...about }: TaskOwner & WhenAndOnce): NewTask => {
    const { kind, needs, version, unlessWaiting } = facts
    const task = { kind, needs, ...about, payload, version, runAt, now }
    if (!unlessWaiting || about.uniqueKey !== undefined) return task
    const key = `${kind}:${about.storeId}:${JSON.stringify(payload)}`
    return { ...task, unlessWaiting: { key, ...unlessWaiting } }
  },
})

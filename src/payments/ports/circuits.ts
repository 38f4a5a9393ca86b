import type { TaskNeeds } from '../../db/tables/tasks.ts'
import type { StoreId } from '../../domain/ids.ts'

export interface Dependency {
  needs: TaskNeeds
  storeId: StoreId
}

/**
 * Circuit breakers, one per shop and per gateway account. Failures in a row open one: its tasks
 * wait in the database, untried. Any success, of a task or a direct call, makes them due. A
 * process's view of the shared state is at most a second old.
 */
export interface Circuits {
  isOpen(need: Dependency): Promise<boolean>
  /** Records a success. `isForced`: the caller passed an open circuit. */
  succeeded(need: Dependency, how?: { isForced: boolean }): Promise<void>
  /** The probing task made no call, so another task may probe. */
  skipped(need: Dependency, how: { isForced: boolean }): Promise<void>
  failed(
    need: Dependency,
    failure: { detail: string; retryAfterMs?: number | undefined },
  ): Promise<void>
  refused(need: Dependency, failure: { detail: string }): Promise<void>
  /** Records a rate limit on a direct call; counts only while failing. */
  throttled(need: Dependency, failure: { detail: string; retryAfterMs: number }): Promise<void>
  /** Records a failed direct call or probe; never opens a circuit. */
  directCallFailed(need: Dependency, failure: { detail: string }): Promise<void>
  /** Records a successful probe: releases one waiting task, or closes the circuit if none waits. */
  probeSucceeded(need: Dependency): Promise<void>
  /** Records an inbound call: one task may try. Returns immediately; works in the background. */
  recordActivity(need: Dependency): void
  refresh(): Promise<void>
}

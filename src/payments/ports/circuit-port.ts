import type { TaskNeeds } from '../../db/tables/tasks.ts'
import type { StoreId } from '../../domain/ids.ts'

export interface Need {
  needs: TaskNeeds
  storeId: StoreId
}

/**
 * Circuit breakers, one per shop and per gateway account. Failures in a row open one: its tasks
 * wait in the database, untried. Any success, of a task or a direct call, makes them due. A
 * process's view of the shared state is at most a second old.
 */
export interface Circuits {
  isOpen(need: Need): Promise<boolean>
  /** Records a success. `isWantedByPerson`: the caller passed an open circuit. */
  reached(need: Need, how?: { isWantedByPerson: boolean }): Promise<void>
  /** Records that the task which may try made no call: another one tries. */
  notAsked(need: Need, how: { isWantedByPerson: boolean }): Promise<void>
  notReached(
    need: Need,
    failure: { detail: string; retryAfterMs?: number | undefined },
  ): Promise<void>
  /** Records an answer that refused the request. */
  refused(need: Need, failure: { detail: string }): Promise<void>
  /** Records a rate limit on a direct call; counts only while failing. */
  askedToWait(need: Need, failure: { detail: string; retryAfterMs: number }): Promise<void>
  /** Records a failed direct call or probe; never opens a circuit. */
  notServed(need: Need, failure: { detail: string }): Promise<void>
  /** Records a successful probe: releases one waiting task, or closes the circuit if none waits. */
  answersProbe(need: Need): Promise<void>
  /** Records an inbound call: one task may try. Returns immediately; works in the background. */
  signOfLife(need: Need): void
  /** Loads the state that other processes wrote. */
  refresh(): Promise<void>
}

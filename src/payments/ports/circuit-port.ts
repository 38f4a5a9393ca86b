import type { TaskNeeds } from '../../db/tables/tasks.ts'
import type { StoreId } from '../../domain/ids.ts'

/** Whom somebody needs, and for which store. */
export interface Need {
  needs: TaskNeeds
  storeId: StoreId
}

/**
 * Circuit breakers: one for each shop and one for each gateway account. Whoever has failed several
 * times in a row is left alone for a while, and the tasks that need them wait in the database without
 * being tried. Whatever succeeds meanwhile, a task or the call of somebody who does not wait, makes
 * the tasks due that were held back. What every process knows is in the database; this one's view is
 * at most a moment old.
 */
export interface Circuits {
  isOpen(need: Need): Promise<boolean>
  /** They did what was asked. `isWantedByPerson`: whoever asked was let through an open circuit. */
  reached(need: Need, how?: { isWantedByPerson: boolean }): Promise<void>
  /** The task that tried has ended without asking them: another one tries in its place. */
  notAsked(need: Need, how: { isWantedByPerson: boolean }): Promise<void>
  notReached(
    need: Need,
    failure: { detail: string; retryAfterMs?: number | undefined },
  ): Promise<void>
  /** They answered, with no. */
  refused(need: Need, failure: { detail: string }): Promise<void>
  /** They asked somebody who does not wait for their turn to come later. Counts only while they fail. */
  askedToWait(need: Need, failure: { detail: string; retryAfterMs: number }): Promise<void>
  /** They failed somebody who does not wait, or did not answer a look: nobody is left alone for that. */
  notServed(need: Need, failure: { detail: string }): Promise<void>
  /** They answered a look: one task that waits may try; they work again where none does. */
  answersProbe(need: Need): Promise<void>
  /** They have called us: one task may try. Resolves at once, and is looked after in the background. */
  signOfLife(need: Need): void
  /** Looks at what other processes have found. */
  refresh(): Promise<void>
}

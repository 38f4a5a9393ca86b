import type { StoreRow } from '../../db/db.ts'
import type { RunRow } from '../../db/reconciliation/reconciliations.ts'
import type { Gateway } from '../../gateway/client.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { DayWindow } from './window.ts'

export interface RunContext {
  ctx: PaymentsContext
  run: RunRow
  store: StoreRow
  gateway: Gateway
}

/**
 * Outcome of one part of a run. `overtaken`: another process stopped or advanced the run. `failed`:
 * the gateway failed, maybe after some progress (`gotFurther`). `rests`: continues after a wait.
 * `waits`: queries the store again.
 */
export type StepOutcome =
  | { outcome: 'continued' }
  | { outcome: 'ended' }
  | { outcome: 'overtaken' }
  | { outcome: 'failed'; failure: Failure; gotFurther?: boolean }
  | { outcome: 'rests'; forMs: number }
  | { outcome: 'waits'; detail: string; retryAfterMs: number | undefined }

export const CONTINUED: StepOutcome = { outcome: 'continued' }
export const SUPERSEDED: StepOutcome = { outcome: 'overtaken' }

export const windowOf = ({ from_day, to_day }: RunRow): DayWindow => ({
  from: from_day,
  to: to_day,
})

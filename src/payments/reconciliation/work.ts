import type { StoreRow } from '../../db/db.ts'
import type { RunRow } from '../../db/reconciliations.ts'
import type { Gateway } from '../../gateway/client.ts'
import type { Failure } from '../../gateway/outcomes.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { DayWindow } from './window.ts'

/** What a part of a run is given. */
export interface Work {
  ctx: PaymentsContext
  run: RunRow
  store: StoreRow
  gateway: Gateway
}

/**
 * How one part of a run went. `overtaken`: the run was stopped, or somebody else has taken it further
 * meanwhile; nothing of this part counts. `failed`: the gateway did not answer, or not to all that
 * it was asked (`gotFurther`). `rests`: the run goes on after so long. `waits`: the store is asked again.
 */
export type Progress =
  | { outcome: 'went-on' }
  | { outcome: 'ended' }
  | { outcome: 'overtaken' }
  | { outcome: 'failed'; failure: Failure; gotFurther?: boolean }
  | { outcome: 'rests'; forMs: number }
  | { outcome: 'waits'; detail: string; retryAfterMs: number | undefined }

export const WENT_ON: Progress = { outcome: 'went-on' }
export const OVERTAKEN: Progress = { outcome: 'overtaken' }

export const windowOf = ({ from_day, to_day }: RunRow): DayWindow => ({
  from: from_day,
  to: to_day,
})

import type { DbQuery, StoreRow } from '../../db/db.ts'
import { lockRun, type RunRow, updateRun } from '../../db/reconciliation/reconciliations.ts'
import type { RunCounts, RunPosition } from '../../db/tables/reconciliation.ts'
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

const CONTINUED: StepOutcome = { outcome: 'continued' }
export const SUPERSEDED: StepOutcome = { outcome: 'overtaken' }

/** Commits a change of the run, unless another process advanced it. */
export const advanceRun = async (
  { ctx, run }: RunContext,
  changes: Parameters<typeof updateRun>[2],
  then: StepOutcome = CONTINUED,
): Promise<StepOutcome> => {
  const advanced = await updateRun(ctx.db.query, run, { ...changes, updated_at: ctx.clock.now() })
  return advanced ? then : SUPERSEDED
}

/** Locks the run and commits what `walk` writes, with the position and counts that it returns. */
export const walkInRun = (
  { ctx, run }: RunContext,
  walk: (trx: DbQuery, held: RunRow) => Promise<{ next: RunPosition; counts?: RunCounts }>,
): Promise<StepOutcome> =>
  ctx.db.long.query.transaction().execute(async (trx) => {
    const held = await lockRun(trx, run)
    if (!held) return SUPERSEDED
    const { next, counts = held.counts } = await walk(trx, held)
    await updateRun(trx, held, {
      position: JSON.stringify(next),
      counts: JSON.stringify(counts),
      failures: 0,
      updated_at: ctx.clock.now(),
    })
    return CONTINUED
  })

export const windowOf = ({ from_day, to_day }: RunRow): DayWindow => ({
  from: from_day,
  to: to_day,
})

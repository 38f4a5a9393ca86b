import { releaseOrphanedTasks } from '../db/task-claims.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../payments/ports/context.ts'
import { type Loop, startLoop } from '../runtime/loop.ts'
import type { RunningTally } from '../runtime/tally.ts'
import { LOOK_EVERY_MS } from './pause-until-due.ts'

const ORPHANED_AFTER_MS = 10_000

/**
 * Looks every second what other processes have found of shops and gateways, and which of them are gone.
 * Releases what nobody is at any more: their tasks, and those of our own whose claim was lost.
 */
export const startWatchingOthers = (
  ctx: PaymentsContext,
  { running, tallyError }: { running: ReadonlySet<bigint>; tallyError: RunningTally['tallyError'] },
): Loop =>
  startLoop({
    look: async () => {
      await ctx.circuits.refresh()
      await ctx.processes.look()
      const released = await releaseOrphanedTasks(ctx.db.query, {
        now: ctx.clock.now(),
        gone: ctx.processes.gone(),
        processId: ctx.processId,
        running: [...running],
        olderThanMs: ORPHANED_AFTER_MS,
      })
      if (released > 0) ctx.signals.send(WORK_SIGNAL)
      return LOOK_EVERY_MS
    },
    onFailure: (error) => {
      ctx.processes.startOver()
      tallyError(error, 'orphaned tasks are looked for again')
    },
  })

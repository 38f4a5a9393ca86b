import { createPartitionsAhead } from '../db/partitions.ts'
import { claimSchedule } from '../db/schedules.ts'
import { askAboutStalePayments } from '../payments/inbound/ask-about-stale-payments.ts'
import { deleteOldRows, type Retention } from '../payments/operations/delete-old-rows.ts'
import { watchReach } from '../payments/operations/watch-availability.ts'
import { watchWebhooks } from '../payments/operations/watch-webhooks.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../payments/ports/context.ts'
import { beginOlderReconciliations } from '../payments/reconciliation/backfill.ts'
import { beginNightlyReconciliations } from '../payments/reconciliation/nightly.ts'
import { followAllStores, keepAllStoreWebhooks } from '../payments/store-sync/poll-store-changes.ts'
import { HOUR, MINUTE, SECOND } from '../runtime/clock.ts'
import { pauseAfter } from '../runtime/pause.ts'
import { createTally } from '../runtime/tally.ts'
import { within } from '../runtime/within.ts'

/** What is done again and again, by one worker at a time. */
interface Schedule {
  name: string
  everyMs: number
  run(ctx: PaymentsContext): Promise<void>
}

const schedulesOf = (retention: Retention): readonly Schedule[] => [
  { name: 'stale-payments', everyMs: 30 * SECOND, run: askAboutStalePayments },
  { name: 'reach', everyMs: 15 * SECOND, run: watchReach },
  { name: 'webhooks', everyMs: MINUTE, run: watchWebhooks },
  { name: 'store-changes', everyMs: MINUTE, run: followAllStores },
  { name: 'store-webhooks', everyMs: 6 * HOUR, run: keepAllStoreWebhooks },
  { name: 'nightly-reconciliations', everyMs: 60 * SECOND, run: beginNightlyReconciliations },
  { name: 'older-reconciliations', everyMs: 60 * SECOND, run: beginOlderReconciliations },
  {
    name: 'partitions',
    everyMs: 12 * HOUR,
    run: (ctx) => createPartitionsAhead(ctx.db.long.query, ctx.clock.now()),
  },
  {
    name: 'retention',
    everyMs: 6 * HOUR,
    run: (ctx) => deleteOldRows({ ...ctx, db: ctx.db.long }, retention),
  },
]

export interface Schedules {
  /** Lets what is running finish, for so long; what has not is done at its next time. */
  close(patienceMs: number): Promise<void>
}

const LOOK_EVERY_MS = 1_000
const FAILED_PAUSE = { leastMs: 1_000, mostMs: 5_000 }

/**
 * Runs each schedule when it is due, by Puente's clock. Of all processes, the one that claims it
 * first runs it; what a killed one left undone is done at the next time.
 */
export const startSchedules = (
  ctx: PaymentsContext,
  { retention }: { retention: Retention },
): Schedules => {
  const schedules = schedulesOf(retention)
  const running = new Map<string, Promise<void>>()
  const failing = new Map<string, { failures: number; until: number }>()
  const { tallyError, close: closeTally } = createTally(ctx.log)

  const runIfDue = async ({ name, everyMs, run }: Schedule): Promise<void> => {
    try {
      const now = ctx.clock.now()
      if (await claimSchedule(ctx.db.query, { name, everyMs, now })) await run(ctx)
      failing.delete(name)
    } catch (error) {
      tallyError(error, 'schedule will run again at its next time', { schedule: name })
      const failures = (failing.get(name)?.failures ?? 0) + 1
      failing.set(name, { failures, until: Date.now() + pauseAfter(failures, FAILED_PAUSE) })
      return
    }
  }

  const look = (): void => {
    for (const schedule of schedules) {
      if (running.has(schedule.name)) continue
      if ((failing.get(schedule.name)?.until ?? 0) > Date.now()) continue
      const run = runIfDue(schedule).finally(() => running.delete(schedule.name))
      running.set(schedule.name, run)
    }
  }

  let offsetMs = 0
  const lookIfClockMoved = (): void => {
    const movedTo = ctx.clock.now().getTime() - Date.now()
    if (Math.abs(movedTo - offsetMs) < LOOK_EVERY_MS) return
    offsetMs = movedTo
    look()
  }

  const timer = setInterval(look, LOOK_EVERY_MS)
  const stopListening = ctx.signals.on(WORK_SIGNAL, lookIfClockMoved)
  look()
  return {
    close: async (patienceMs) => {
      clearInterval(timer)
      stopListening()
      await within(patienceMs, () => Promise.all(running.values())).catch(() => {})
      closeTally()
    },
  }
}

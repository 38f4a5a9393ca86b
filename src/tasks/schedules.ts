import { actAs } from '../db/current-actor.ts'
import { createPartitionsAhead } from '../db/privacy/partitions.ts'
import { claimSchedules } from '../db/tasks/schedules.ts'
import { watchEndpoints } from '../payments/endpoints/watch-endpoints.ts'
import { probeGateways } from '../payments/health/probe-gateways.ts'
import { watchAvailability } from '../payments/health/watch-availability.ts'
import { watchWebhooks } from '../payments/health/watch-webhooks.ts'
import { pollStalePayments } from '../payments/inbound/poll-payment.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../payments/ports/context.ts'
import { beginBackfills, beginNightlyReconciliations } from '../payments/reconciliation/nightly.ts'
import {
  deleteOldRows,
  monthsBefore,
  type Retention,
} from '../payments/retention/delete-old-rows.ts'
import { eraseOldCustomers } from '../payments/retention/erase-old-customers.ts'
import {
  enqueueStorePolls,
  enqueueWebhookChecks,
} from '../payments/store-sync/poll-store-changes.ts'
import { endMootTasks } from '../payments/tasks/end-moot-tasks.ts'
import { HOUR, MINUTE, SECOND } from '../runtime/clock.ts'
import { createTally } from '../runtime/log/tally.ts'
import { startLoop } from '../runtime/queue/loop.ts'
import { within } from '../runtime/queue/within.ts'

/** Periodic work, run by one worker at a time. */
export interface Schedule {
  name: string
  everyMs: number
  run(ctx: PaymentsContext): Promise<void>
}

interface RetentionOptions {
  retention: Retention
  /** Age of the orders whose customers are erased; `undefined`: none are. */
  customerMonths?: number | undefined
}

const schedulesOf = ({ retention, customerMonths }: RetentionOptions): readonly Schedule[] => [
  { name: 'stale-payments', everyMs: 30 * SECOND, run: pollStalePayments },
  { name: 'reach', everyMs: 5 * SECOND, run: watchAvailability },
  { name: 'endpoints', everyMs: 30 * SECOND, run: watchEndpoints },
  { name: 'gateway-probes', everyMs: 5 * SECOND, run: probeGateways },
  { name: 'moot-tasks', everyMs: 30 * SECOND, run: endMootTasks },
  { name: 'webhooks', everyMs: MINUTE, run: watchWebhooks },
  { name: 'store-changes', everyMs: MINUTE, run: enqueueStorePolls },
  { name: 'store-webhooks', everyMs: 6 * HOUR, run: enqueueWebhookChecks },
  { name: 'nightly-reconciliations', everyMs: 60 * SECOND, run: beginNightlyReconciliations },
  { name: 'older-reconciliations', everyMs: 60 * SECOND, run: beginBackfills },
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
  ...(customerMonths === undefined
    ? []
    : [
        {
          name: 'old-customers',
          everyMs: 24 * HOUR,
          run: async (ctx: PaymentsContext) => {
            const before = monthsBefore(ctx.clock.now(), customerMonths)
            await eraseOldCustomers(ctx, { before })
          },
        },
      ]),
]

const SCHEDULE_POLL_MS = 1_000

/**
 * Runs schedules on Puente's clock, in the process that claims first. The next run makes up for
 * work lost to a crash or to `close` after `patienceMs`.
 */
export const startSchedules = (
  ctx: PaymentsContext,
  { more, ...retention }: RetentionOptions & { more: readonly Schedule[] },
): { close(patienceMs: number): Promise<void> } => {
  const { tallyError, close: closeTally } = createTally(ctx.log)
  const schedules = [...schedulesOf(retention), ...more]
  const running = new Map<string, Promise<void>>()
  const start = ({ name, run }: Schedule): void => {
    const done = actAs({ kind: 'job', name }, () => run(ctx))
      .catch((error) =>
        tallyError(error, 'schedule will run again at its next time', { schedule: name }),
      )
      .finally(() => running.delete(name))
    running.set(name, done)
  }
  const loop = startLoop({
    poll: async () => {
      const idle = schedules.filter(({ name }) => !running.has(name))
      const due = await claimSchedules(ctx.db.query, { schedules: idle, now: ctx.clock.now() })
      for (const schedule of idle) if (due.has(schedule.name)) start(schedule)
      return SCHEDULE_POLL_MS
    },
    onFailure: (error) => tallyError(error, 'schedules could not be claimed'),
  })

  let offsetMs = 0
  const pollIfClockMoved = (): void => {
    const movedTo = ctx.clock.now().getTime() - Date.now()
    if (Math.abs(movedTo - offsetMs) < SCHEDULE_POLL_MS) return
    offsetMs = movedTo
    loop.wake()
  }
  ctx.signals.on(WORK_SIGNAL, pollIfClockMoved)
  return {
    close: async (patienceMs) => {
      await within(patienceMs, async () => {
        await loop.close()
        await Promise.all(running.values())
      }).catch(() => {})
      closeTally()
    },
  }
}

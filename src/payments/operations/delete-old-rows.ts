import { hondurasDayOf } from '../../contract/honduras-time.ts'
import { trimBegunConnections } from '../../db/begun-connections.ts'
import { trimRuns } from '../../db/old-runs.ts'
import { deleteOldRefundDays } from '../../db/refunds-of-days.ts'
import {
  trimAuditLog,
  trimEvents,
  trimSpentKeys,
  trimTasks,
  trimTimeline,
} from '../../db/retention.ts'
import { deleteOldSaveCardRequests } from '../../db/save-card-requests.ts'
import { trimSignedCalls } from '../../db/signed-calls.ts'
import { trimWebhookCounts } from '../../db/webhook-counts.ts'
import { trimGaps } from '../../db/webhook-gaps.ts'
import { addMs } from '../../runtime/clock.ts'
import type { PaymentsContext } from '../ports/context.ts'

/** Lifetime of ended rows. Orders, payments, refunds and alerts stay forever. */
export interface Retention {
  eventDays: number
  taskDays: number
  /** Reconciliations, with the gateway's data for settlements. */
  runDays: number
  /** `undefined`: forever. */
  timelineMonths: number | undefined
  /** `undefined`: forever. */
  auditDays: number | undefined
}

const DAY_MS = 24 * 60 * 60_000
/** Longer than the signature tolerance. */
const SIGNED_CALLS_MS = 60 * 60_000

/**
 * Deletes ended rows past their retention, in small batches. Keeps unhandled rows, and dead tasks
 * and reconciliations with an open alert.
 */
export const deleteOldRows = async (
  {
    db: { query },
    clock,
    log,
    platforms,
  }: Pick<PaymentsContext, 'clock' | 'log' | 'platforms'> & {
    db: Pick<PaymentsContext['db'], 'query'>
  },
  { eventDays, taskDays, runDays, timelineMonths, auditDays }: Retention,
): Promise<void> => {
  const now = clock.now()
  const tasks = await trimTasks(query, { before: addMs(now, -taskDays * DAY_MS), now })
  const eventsBefore = addMs(now, -eventDays * DAY_MS)
  const events = await trimEvents(query, { before: eventsBefore })
  await trimGaps(query, eventsBefore)
  for (const { adapter } of platforms) await adapter.retention?.trim(query, { eventsBefore, now })
  await trimWebhookCounts(query, now)
  await trimSpentKeys(query, now)
  const runs = await trimRuns(query, { before: addMs(now, -runDays * DAY_MS) })
  await trimSignedCalls(query, addMs(now, -SIGNED_CALLS_MS))
  await trimBegunConnections(query, now)
  await deleteOldSaveCardRequests(query, addMs(now, -DAY_MS))
  await deleteOldRefundDays(query, hondurasDayOf(addMs(now, -DAY_MS)))
  const timeline =
    timelineMonths === undefined
      ? undefined
      : await trimTimeline(query, { before: monthsBefore(now, timelineMonths) })
  const audit =
    auditDays === undefined
      ? undefined
      : await trimAuditLog(query, { before: addMs(now, -auditDays * DAY_MS) })
  const ofMonths = [events, ...(timeline ? [timeline] : [])]
  const isAny =
    tasks + runs + (audit ?? 0) > 0 ||
    ofMonths.some(({ deleted, dropped }) => deleted > 0 || dropped.length > 0)
  log[isAny ? 'info' : 'debug']({ tasks, events, runs, timeline, audit }, 'old rows deleted')
}

const monthsBefore = (at: Date, months: number): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1))

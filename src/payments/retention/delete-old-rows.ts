import { hondurasDayOf } from '../../contract/honduras-time.ts'
import { deleteOldContentReports } from '../../db/content-reports/content-reports.ts'
import { deleteOldSignedCalls } from '../../db/events/signed-calls.ts'
import { deleteOldWebhookCounts } from '../../db/events/webhook-counts.ts'
import { deleteOldWebhookGaps } from '../../db/events/webhook-gaps.ts'
import { deleteOldRefundDays } from '../../db/payments/refunds-of-days.ts'
import { deleteOldSaveCardRequests } from '../../db/payments/save-card-requests.ts'
import {
  deleteOldAlerts,
  deleteOldApiRequests,
  deleteOldAuditEntries,
  deleteOldDeliveryAttempts,
  deleteOldEvents,
  deleteOldKeyedRequests,
  deleteOldSpentKeys,
  deleteOldTasks,
  deleteOldTimeline,
} from '../../db/privacy/retention.ts'
import { deleteOldRuns } from '../../db/reconciliation/old-runs.ts'
import { deleteOldConnections } from '../../db/stores/begun-connections.ts'
import { deleteOldStoreWork } from '../../db/stores/store-work.ts'
import { addMs, DAY, HOUR } from '../../runtime/clock.ts'
import type { PaymentsContext } from '../ports/context.ts'

/** Lifetime of ended rows. Orders, payments and refunds stay forever. */
export interface Retention {
  eventDays: number
  taskDays: number
  /** At most `taskDays`. */
  attemptDays: number
  /** Reconciliations, with the gateway's data for settlements. */
  runDays: number
  /** `undefined`: forever. */
  timelineMonths: number | undefined
  /** `undefined`: forever. */
  auditDays: number | undefined
  /** Closed ones. `undefined`: forever. */
  alertDays?: number | undefined
}

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
  { eventDays, taskDays, attemptDays, runDays, timelineMonths, auditDays, alertDays }: Retention,
): Promise<void> => {
  const now = clock.now()
  const attempts = await deleteOldDeliveryAttempts(query, addMs(now, -attemptDays * DAY))
  await deleteOldApiRequests(query, addMs(now, -attemptDays * DAY))
  const tasks = await deleteOldTasks(query, { before: addMs(now, -taskDays * DAY), now })
  const eventsBefore = addMs(now, -eventDays * DAY)
  const events = await deleteOldEvents(query, { before: eventsBefore })
  await deleteOldWebhookGaps(query, eventsBefore)
  await deleteOldContentReports(query, eventsBefore)
  for (const { adapter } of platforms)
    await adapter.retention?.deleteOld(query, { eventsBefore, now })
  await deleteOldWebhookCounts(query, now)
  await deleteOldStoreWork(query, now)
  await deleteOldSpentKeys(query, now)
  const runs = await deleteOldRuns(query, { before: addMs(now, -runDays * DAY) })
  // Longer than the signature tolerance.
  await deleteOldSignedCalls(query, addMs(now, -HOUR))
  await deleteOldConnections(query, now)
  await deleteOldSaveCardRequests(query, addMs(now, -DAY))
  // At least 24 hours, as promised.
  await deleteOldKeyedRequests(query, addMs(now, -2 * DAY))
  await deleteOldRefundDays(query, hondurasDayOf(addMs(now, -DAY)))
  const timeline =
    timelineMonths === undefined
      ? undefined
      : await deleteOldTimeline(query, { before: monthsBefore(now, timelineMonths) })
  const audit =
    auditDays === undefined
      ? undefined
      : await deleteOldAuditEntries(query, { before: addMs(now, -auditDays * DAY) })
  const alerts =
    alertDays === undefined
      ? undefined
      : await deleteOldAlerts(query, { before: addMs(now, -alertDays * DAY) })
  const ofMonths = [events, ...(timeline ? [timeline] : [])]
  const isAny =
    tasks + attempts + runs + (audit ?? 0) + (alerts ?? 0) > 0 ||
    ofMonths.some(({ deleted, dropped }) => deleted > 0 || dropped.length > 0)
  log[isAny ? 'info' : 'debug'](
    { tasks, attempts, events, runs, timeline, audit, alerts },
    'old rows deleted',
  )
}

/** The first day of a month. */
export const monthsBefore = (at: Date, months: number): Date =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1))

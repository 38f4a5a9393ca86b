import { claimDueReports, type DueReport, updateReport } from '../../db/stores/store-reports.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { daysOfReport, reportAfter } from '../../payments/stores/report-times.ts'
import { addMs, HOUR, MINUTE } from '../../runtime/clock.ts'
import { mailer } from '../../runtime/mail/mail.ts'
import { fitText } from '../../runtime/text/fit-text.ts'
import { readReport } from './read-report.ts'
import { reportMail } from './report-mail.ts'

/** Reports per run; the next run sends the rest. */
const MOST_PER_RUN = 20
/** Lease of a report. If its process dies, another resends it under the same Message-ID. */
const LEASE_MS = 10 * MINUTE
const WAITS_MS = [5 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR] as const
const LONGEST_WAIT_MS = 6 * HOUR
const MOST_ERROR = 300

/** Sends the reports that are due. A failure delays only one person's report. */
export const sendReports = async (ctx: PaymentsContext): Promise<void> => {
  if (!ctx.mail.mailServer) return
  for (let sent = 0; sent < MOST_PER_RUN; sent++) {
    const now = ctx.clock.now()
    const leaseUntil = addMs(now, LEASE_MS)
    // One at a time: the lease must outlast a slow mail server.
    const [report] = await claimDueReports(ctx.db.query, { now, leaseUntil, limit: 1 })
    if (!report) return
    const result = await sendReport(ctx, report).catch((thrown): Sent => {
      ctx.log.error({ err: thrown, store: report.store_id }, 'report was not sent')
      return { isOver: false, error: String(thrown) }
    })
    await noteReport(ctx, report, result)
  }
}

/** `isOver`: proceed to the next report, because this one arrived, may have, or was refused. */
interface Sent {
  isOver: boolean
  error: string | null
}

const sendReport = async (
  ctx: PaymentsContext,
  { store_id, person_id, every, language, due_at, email }: DueReport,
): Promise<Sent> => {
  const { mailServer } = ctx.mail
  const store = await findStore(ctx.db.query, store_id)
  if (!mailServer || !store) return { isOver: false, error: 'there is no mail server' }
  const window = daysOfReport(every, due_at)
  const report = await readReport(ctx, { store, window })
  const { publicUrl } = ctx
  const sent = await mailer(mailServer)({
    ...reportMail(report, { store, every, language, publicUrl }),
    id: `report_${store_id}_${person_id}_${window.from}_${window.to}`,
    to: [email],
  })
  if (sent.outcome === 'sent') return { isOver: true, error: null }
  return { isOver: sent.failed !== 'server', error: `${sent.detail} ${sent.cure}` }
}

const noteReport = async (
  { db: { query }, clock }: PaymentsContext,
  report: DueReport,
  { isOver, error }: Sent,
): Promise<void> => {
  const now = clock.now()
  const { every, due_at: dueAt, failures, sent_at } = report
  const last_error = error && fitText(error, MOST_ERROR)
  if (isOver) {
    const next = reportAfter({ every, dueAt }, now)
    const times = { due_at: next, try_at: next, sent_at: error === null ? now : sent_at }
    return updateReport(query, report, { ...times, failures: 0, last_error })
  }
  await updateReport(query, report, {
    try_at: addMs(now, WAITS_MS[failures] ?? LONGEST_WAIT_MS),
    failures: failures + 1,
    last_error,
  })
}

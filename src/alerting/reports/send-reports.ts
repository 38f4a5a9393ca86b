import { claimDueReports, type DueReport, updateReport } from '../../db/stores/store-reports.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { daysOfReport, reportAfter } from '../../payments/stores/report-times.ts'
import { addMs, HOUR, MINUTE } from '../../runtime/clock.ts'
import { mailer } from '../../runtime/mail/mail.ts'
import { fitText } from '../../runtime/text/fit-text.ts'
import { readReport } from './read-report.ts'
import { reportMail } from './report-mail.ts'

const AT_ONCE = 20
/** Another process may send a report whose process ended: under the same Message-ID. */
const LEASE_MS = 10 * MINUTE
const WAITS_MS = [5 * MINUTE, 30 * MINUTE, HOUR, 3 * HOUR] as const
const LONGEST_WAIT_MS = 6 * HOUR
const MOST_ERROR = 300

/** Sends the reports that are due. A failure delays one person's report only. */
export const sendReports = async (ctx: PaymentsContext): Promise<void> => {
  if (!ctx.mail.mailServer) return
  const now = ctx.clock.now()
  const leaseUntil = addMs(now, LEASE_MS)
  const due = await claimDueReports(ctx.db.query, { now, leaseUntil, limit: AT_ONCE })
  for (const report of due) {
    const error = await sendReport(ctx, report).catch((thrown) => {
      ctx.log.error({ err: thrown, store: report.store_id }, 'report was not sent')
      return String(thrown)
    })
    await noteReport(ctx, report, error)
  }
}

/** Returns why it was not sent. */
const sendReport = async (
  ctx: PaymentsContext,
  { store_id, person_id, every, language, due_at, email }: DueReport,
): Promise<string | undefined> => {
  const { mailServer } = ctx.mail
  const store = await findStore(ctx.db.query, store_id)
  if (!mailServer || !store) return 'there is no mail server'
  const window = daysOfReport(every, due_at)
  const report = await readReport(ctx, { store, window })
  const { publicUrl } = ctx
  const sent = await mailer(mailServer)({
    ...reportMail(report, { store, every, language, publicUrl }),
    id: `report_${store_id}_${person_id}_${window.from}_${window.to}`,
    to: [email],
  })
  return sent.outcome === 'sent' ? undefined : `${sent.detail} ${sent.cure}`
}

const noteReport = async (
  { db: { query }, clock }: PaymentsContext,
  report: DueReport,
  error: string | undefined,
): Promise<void> => {
  const now = clock.now()
  const { every, due_at: dueAt, failures } = report
  if (error === undefined) {
    const next = reportAfter({ every, dueAt }, now)
    const sent = { due_at: next, try_at: next, failures: 0, last_error: null, sent_at: now }
    return updateReport(query, report, sent)
  }
  await updateReport(query, report, {
    try_at: addMs(now, WAITS_MS[failures] ?? LONGEST_WAIT_MS),
    failures: failures + 1,
    last_error: fitText(error, MOST_ERROR),
  })
}

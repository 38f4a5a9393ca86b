import {
  type ContentReport,
  type CountedReport,
  OTHER_SOURCES,
} from '../../db/content-reports/content-reports.ts'
import { recordContentReports } from '../../payments/health/content-reports.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { createBatchedCounts } from '../../runtime/queue/batched-counts.ts'

const WRITE_EVERY_MS = 2_000
/** Upper bound on sources between writes. Reports of further sources count as `other`. */
const MOST_WAITING = 500

export interface ContentReports {
  note(report: ContentReport): void
  close(): Promise<void>
}

export const createContentReports = (
  ctx: Pick<PaymentsContext, 'db' | 'clock' | 'log'>,
): ContentReports => {
  const { add, close } = createBatchedCounts<CountedReport>({
    log: ctx.log,
    everyMs: WRITE_EVERY_MS,
    keyOf: ({ count: _, ...report }) => JSON.stringify(report),
    sum: (known, added) => ({ ...known, count: known.count + added.count }),
    write: (reports) => recordContentReports(ctx, reports),
    failure: 'reports of browsers not written down yet',
    bound: { mostKeys: MOST_WAITING, as: (report) => ({ ...report, blocked: OTHER_SOURCES }) },
  })
  return { note: (report) => add({ ...report, count: 1 }), close }
}

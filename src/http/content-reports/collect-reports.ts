import type { ContentReport, CountedReport } from '../../db/content-reports/content-reports.ts'
import { recordContentReports } from '../../payments/health/content-reports.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { createTally } from '../../runtime/log/tally.ts'
import { startLoop } from '../../runtime/queue/loop.ts'

const WRITE_EVERY_MS = 2_000
/** Drops reports of further sources until the next write. */
const MOST_WAITING = 500

export interface ContentReports {
  note(report: ContentReport): void
  close(): Promise<void>
}

/** Counts reports in memory and writes the counts every two seconds; a crash loses the last ones. */
export const createContentReports = (
  ctx: Pick<PaymentsContext, 'db' | 'clock' | 'log'>,
): ContentReports => {
  let waiting = new Map<string, CountedReport>()
  const { tallyError, close: closeTally } = createTally(ctx.log)
  const write = async (): Promise<void> => {
    if (waiting.size === 0) return
    const reports = [...waiting.values()]
    waiting = new Map()
    await recordContentReports(ctx, reports)
  }
  const onFailure = (error: unknown) => tallyError(error, 'reports of browsers were lost')
  const loop = startLoop({ poll: () => write().then(() => WRITE_EVERY_MS), onFailure })
  return {
    note: (report) => {
      const key = JSON.stringify(report)
      const known = waiting.get(key)
      if (known) known.count++
      else if (waiting.size < MOST_WAITING) waiting.set(key, { ...report, count: 1 })
    },
    close: async () => {
      await loop.close()
      await write().catch(onFailure)
      closeTally()
    },
  }
}

import type { RunRow } from '../../../db/reconciliation/reconciliations.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { type DiscrepancyView, readDifferences } from '../../../payments/reconciliation/report.ts'
import { csvLine } from '../../requests/csv-line.ts'

const AT_A_TIME = 500

const NAMES = [
  'id',
  'kind',
  'action',
  'order_id',
  'payment_id',
  'gateway_payment_id',
  'side',
  'ledger',
  'other_side',
  'details',
  'found_at',
  'timeline_url',
]

/** Streams a run's differences as CSV, page by page. */
export async function* csvOfReport(ctx: PaymentsContext, run: RunRow): AsyncGenerator<string> {
  yield csvLine(NAMES)
  const { publicUrl } = ctx
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const page = await readDifferences(ctx.db.long.query, run, {
      after,
      limit: AT_A_TIME,
      publicUrl,
    })
    for (const difference of page.data) yield csvLine(cellsOf(difference))
    after = page.next
  }
}

const cellsOf = ({ details, ...difference }: DiscrepancyView): (string | null)[] => {
  const { side = null, differs = {}, ...rest } = details
  const sideText = (index: 0 | 1) =>
    Object.entries(differs)
      .map(([name, sides]) => `${name}: ${sides[index] ?? '-'}`)
      .join('; ')
  return [
    difference.id,
    difference.kind,
    difference.action,
    difference.order_id,
    difference.payment_id,
    difference.gateway_payment_id,
    side,
    sideText(0),
    sideText(1),
    Object.keys(rest).length > 0 ? JSON.stringify(rest) : '',
    difference.found_at,
    difference.timeline_url,
  ]
}

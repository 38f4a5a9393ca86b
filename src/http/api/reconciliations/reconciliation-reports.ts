import type { z } from 'zod'
import type { OrderRow } from '../../../db/db.ts'
import { findRun, type RunRow } from '../../../db/reconciliation/reconciliations.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import {
  type DiscrepancyView,
  readDifferences,
  readRunView,
} from '../../../payments/reconciliation/report.ts'
import { notFound } from '../../../runtime/http/problem.ts'
import type { RequestInput } from '../../../runtime/http/route.ts'
import { csvLine, csvRow } from '../../requests/csv-line.ts'
import { answerTable, TABLE } from '../csv.ts'
import { cursorOf, readCursor } from '../operator/cursor.ts'
import { byRun } from '../operator/locate.ts'
import { referenceOf } from '../orders/views-of-stores.ts'
import { type Answer, defineMerchantRoute, type MerchantInput, refuse } from '../route.ts'
import {
  type differenceOfStore,
  type differenceView,
  reportOfStore,
  reportQuery,
  reportView,
} from './reconciliation-schemas.ts'

export const NO_SUCH_RUN = { 404: 'The store has no such reconciliation' }
export const refuseUnknownRun = () => refuse(notFound(NO_SUCH_RUN[404]))

/** Answers with a report; `viewOf` renders each difference, with its order if there is one. */
const answerReport =
  (
    viewOf: (difference: DiscrepancyView, order: OrderRow | undefined) => object,
    runFields: (run: RunRow) => object = () => ({}),
  ) =>
  async ({
    ctx,
    store,
    id,
    query: { action, limit, cursor },
  }: MerchantInput & RequestInput<unknown, z.output<typeof reportQuery>>): Promise<Answer> => {
    const place = readCursor('differences', cursor)
    if (place.outcome === 'refused') return place.answer
    const run = await findRun(ctx.db.query, id, store.id)
    if (!run) return refuseUnknownRun()
    const after = place.before === undefined ? undefined : BigInt(place.before)
    const { publicUrl } = ctx
    const page = { after, actions: action && [action], limit, publicUrl }
    const { data, next, orders } = await readDifferences(ctx.db.query, run, page)
    const differences = {
      data: data.map((difference) => viewOf(difference, orders.get(difference.id))),
      next_cursor: next === undefined ? null : cursorOf('differences', String(next)),
    }
    const view = await readRunView(ctx.db.query, run, publicUrl)
    return { status: 200, body: { ...view, ...runFields(run), differences } }
  }

const viewOfDifferenceOfStore = (
  { order_id: _, timeline_url: __, ...difference }: DiscrepancyView,
  order: OrderRow | undefined,
): z.input<typeof differenceOfStore> => ({ ...difference, order: referenceOf(order) })

export const readReconciliation = defineMerchantRoute({
  method: 'get',
  path: '/v1/reconciliations/{id}',
  scope: 'read',
  operationId: 'readReconciliation',
  tag: 'Reconciliation',
  summary: 'Read the report of a reconciliation',
  byPerson: {
    locate: byRun,
    summary: 'Read the report of a reconciliation with its discrepancies and their orders',
    answers: { 200: { description: 'The report', schema: reportOfStore } },
    handle: answerReport(viewOfDifferenceOfStore, ({ store_id }) => ({ store_id })),
  },
  query: reportQuery,
  answers: { 200: { description: 'The report', schema: reportView } },
  problems: { ...NO_SUCH_RUN, 422: 'The cursor is not valid' },
  handle: answerReport((difference): z.input<typeof differenceView> => difference),
})

export const readReconciliationCsv = defineMerchantRoute({
  method: 'get',
  path: '/v1/reconciliations/{id}/report.csv',
  scope: 'read',
  operationId: 'readReconciliationCsv',
  tag: 'Reconciliation',
  summary: 'Export the discrepancies of a reconciliation as CSV',
  byPerson: { locate: byRun },
  answers: TABLE,
  problems: NO_SUCH_RUN,
  handle: async ({ ctx, store, actor, id }) => {
    const run = await findRun(ctx.db.query, id, store.id)
    if (!run) return refuseUnknownRun()
    const name = `reconciliation-${run.from_day}-${run.to_day}`
    return answerTable({ actor }, name, csvOfReport(ctx, run))
  },
})

const AT_A_TIME = 500

const COLUMNS = [
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
] as const

/** Streams the differences page by page. */
async function* csvOfReport(ctx: PaymentsContext, run: RunRow): AsyncGenerator<string> {
  yield csvLine(COLUMNS)
  const { publicUrl } = ctx
  for (let after: bigint | undefined = 0n; after !== undefined; ) {
    const page = await readDifferences(ctx.db.long.query, run, {
      after,
      limit: AT_A_TIME,
      publicUrl,
    })
    for (const difference of page.data) yield rowOf(difference)
    after = page.next
  }
}

const rowOf = ({ details, ...difference }: DiscrepancyView): string => {
  const { side = null, differs = {}, ...rest } = details
  const sideText = (index: 0 | 1) =>
    Object.entries(differs)
      .map(([name, sides]) => `${name}: ${sides[index] ?? '-'}`)
      .join('; ')
  return csvRow(COLUMNS, {
    ...difference,
    side,
    ledger: sideText(0),
    other_side: sideText(1),
    details: Object.keys(rest).length > 0 ? JSON.stringify(rest) : '',
  })
}

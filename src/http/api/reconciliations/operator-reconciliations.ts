import { z } from 'zod'
import { findRun, runsOfStores } from '../../../db/reconciliation/reconciliations.ts'
import { RUN_STATES } from '../../../db/tables/reconciliation.ts'
import { readDifferences, readRunViews } from '../../../payments/reconciliation/report.ts'
import { isStorable } from '../../../runtime/text/storable.ts'
import { cursorOf, readCursor } from '../operator/cursor.ts'
import { orderReference, storeIdField } from '../operator/list-schemas.ts'
import { defineList } from '../operator/lists.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { referenceOf } from '../orders/views-of-stores.ts'
import { defineOperatorRoute, type OperatorRoute, refuse } from '../route.ts'
import { differenceView, reportQuery, runView } from './reconciliation-schemas.ts'

const TAG = 'Reconciliation'

const runOfStore = runView.extend({ store_id: storeIdField }).meta({ id: 'ReconciliationOfStore' })

const listReconciliations = defineList({
  path: '/operator/v1/reconciliations',
  operationId: 'listReconciliations',
  tag: TAG,
  summary: 'List reconciliations of all stores, newest first',
  list: 'reconciliations',
  filters: { state: z.enum(RUN_STATES).optional() },
  row: runOfStore,
  id: 'ReconciliationsOfStores',
  description: 'A page of reconciliations',
  read: async (input, scope) => {
    const { ctx, query } = input
    const { rows, next } = await runsOfStores(ctx.db.query, { ...scope, state: query.state })
    const views = await readRunViews(ctx.db.query, rows, ctx.publicUrl)
    const data = rows.flatMap(({ store_id }, index) => {
      const view = views[index]
      return view ? [{ ...view, store_id }] : []
    })
    return { data, next }
  },
})

const differenceOfStore = differenceView
  .omit({ order_id: true, timeline_url: true })
  .extend({ order: orderReference.nullable() })
  .meta({ id: 'DifferenceOfStore' })

const reportOfStore = runOfStore
  .extend({
    differences: z.object({
      data: z.array(differenceOfStore),
      next_cursor: z.string().nullable(),
    }),
  })
  .meta({ id: 'ReconciliationReportOfStore' })

const readReport = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/reconciliations/{id}',
  operationId: 'readReconciliation',
  tag: TAG,
  scope: 'read',
  summary: 'Read the report of a reconciliation with its discrepancies and their orders',
  query: reportQuery,
  answers: { 200: { description: 'The report', schema: reportOfStore } },
  problems: { 404: 'The person has no such thing', 422: 'The cursor is not valid' },
  handle: async ({ ctx, id, accessTo, query: { action, limit, cursor } }) => {
    const read = readCursor('differences', cursor)
    if (read.outcome === 'refused') return read.answer
    const run = isStorable(id) ? await findRun(ctx.db.query, id) : undefined
    const access = await accessTo(run?.store_id)
    if (access.outcome === 'refused') return access.answer
    const [view] = run ? await readRunViews(ctx.db.query, [run], ctx.publicUrl) : []
    if (!run || !view) return refuse(NOT_FOUND)
    const { data, next, orders } = await readDifferences(ctx.db.query, run, {
      after: read.before === undefined ? undefined : BigInt(read.before),
      ...(action ? { actions: [action] } : {}),
      ...{ limit, publicUrl: ctx.publicUrl },
    })
    const differences = data.map(({ order_id: _, timeline_url: __, ...difference }) => ({
      ...difference,
      order: referenceOf(orders.get(difference.id)),
    }))
    const next_cursor = next === undefined ? null : cursorOf('differences', String(next))
    const body = {
      ...view,
      store_id: run.store_id,
      differences: { data: differences, next_cursor },
    }
    return { status: 200, body: body satisfies z.input<typeof reportOfStore> }
  },
})

export const reconciliationRoutes: readonly OperatorRoute[] = [listReconciliations, readReport]

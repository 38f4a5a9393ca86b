import type { z } from 'zod'
import {
  findRunOfStore,
  listRuns,
  type RunRow,
} from '../../../db/reconciliation/reconciliations.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import {
  beginReconciliation,
  resumeReconciliation,
  stopReconciliation,
} from '../../../payments/reconciliation/begin.ts'
import { readDifferences, readRunViews } from '../../../payments/reconciliation/report.ts'
import {
  FIRST_DAY,
  MOST_DAYS,
  type WindowRefusal,
} from '../../../payments/reconciliation/window.ts'
import { invalidFields, notFound, problem } from '../../../runtime/http/problem.ts'
import { answerTable, TABLE } from '../csv.ts'
import { cutPage, UNKNOWN_CURSOR } from '../merchant/pages.ts'
import { byRun, byStore } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, refuse } from '../route.ts'
import { csvOfReport } from './reconciliation-csv.ts'
import {
  reconciliationRequest,
  reportQuery,
  reportView,
  runList,
  runListQuery,
  runView,
} from './reconciliation-schemas.ts'

const TAG = 'Reconciliation'
const NO_SUCH_RUN = { 404: 'The store has no such reconciliation' }
const refuseUnknownRun = () => refuse(notFound('The store has no such reconciliation'))

export const beginReconciliationOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/reconciliations',
  scope: 'admin',
  operationId: 'beginReconciliation',
  tag: TAG,
  summary: 'Compare gateway, database and store for a window of Honduras days, and repair',
  byPerson: {
    path: '/operator/v1/stores/{id}/reconciliations',
    tag: 'Reconciliation',
    scope: 'checkout',
    locate: byStore,
  },
  body: reconciliationRequest,
  answers: { 202: { description: 'It is under way', schema: runView } },
  problems: { 409: 'One is under way for the store', 422: 'The window is not valid' },
  handle: async ({ ctx, store, body: { dry, ...window } }) => {
    const begun = await beginReconciliation(ctx, { store, window, dry, trigger: 'demand' })
    switch (begun.outcome) {
      case 'begun':
        return answerRun(ctx, begun.run, 202)
      case 'already-running':
        return refuseSecondRun(begun.run)
      case 'refused':
        return refusalOf(begun.reason)
    }
  },
})

const REFUSALS: Record<WindowRefusal, { path: string[]; message: string }> = {
  from_is_no_day: { path: ['from'], message: 'There is no such day' },
  to_is_no_day: { path: ['to'], message: 'There is no such day' },
  too_early: { path: ['from'], message: `Is before ${FIRST_DAY}` },
  wrong_order: { path: ['to'], message: 'Is before the first day' },
  in_the_future: { path: ['to'], message: 'Is still to come in Honduras' },
  too_long: { path: ['to'], message: `A window has at most ${MOST_DAYS} days` },
}

/** Maps an invalid window of days to its refusal. */
export const refusalOf = (reason: WindowRefusal): Answer =>
  refuse(invalidFields([{ code: 'custom', input: undefined, ...REFUSALS[reason] }]))

const refuseSecondRun = (running: RunRow | undefined): Answer =>
  refuse(
    problem({
      status: 409,
      code: 'reconciliation_running',
      title: 'A reconciliation of the store is under way; there is one at a time',
      detail: running ? `${running.id}, ${running.from_day} to ${running.to_day}` : undefined,
      retry: 'retry',
    }),
  )

export const listReconciliationsOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/reconciliations',
  scope: 'read',
  operationId: 'listReconciliations',
  tag: TAG,
  summary: 'List reconciliations, newest first',
  query: runListQuery,
  answers: { 200: { description: 'A page of reconciliations', schema: runList } },
  problems: { 422: 'A filter is not valid' },
  handle: async ({ ctx, store, query: { limit, cursor } }) => {
    if (cursor !== undefined && !/^rec_[0-9a-z]{26}$/.test(cursor)) return refuse(UNKNOWN_CURSOR)
    const runs = await listRuns(ctx.db.query, store.id, { before: cursor, limit: limit + 1 })
    const { page, last } = cutPage(runs, limit)
    const data = await readRunViews(ctx.db.query, page, ctx.publicUrl)
    const next_cursor = last?.id ?? null
    return { status: 200, body: { data, next_cursor } satisfies z.input<typeof runList> }
  },
})

export const readReconciliation = defineMerchantRoute({
  method: 'get',
  path: '/v1/reconciliations/{id}',
  scope: 'read',
  operationId: 'readReconciliation',
  tag: TAG,
  summary: 'Read the report of a reconciliation',
  query: reportQuery,
  answers: { 200: { description: 'The report', schema: reportView } },
  problems: { ...NO_SUCH_RUN, 422: 'The cursor is not valid' },
  handle: async ({ ctx, store, id, query: { action, limit, cursor } }) => {
    const [, digits] = /^dif_(\d{1,18})$/.exec(cursor ?? '') ?? []
    if (cursor !== undefined && digits === undefined) return refuse(UNKNOWN_CURSOR)
    const run = await findRunOfStore(ctx.db.query, store.id, id)
    if (!run) return refuseUnknownRun()
    const after = digits === undefined ? undefined : BigInt(digits)
    const { query } = ctx.db
    const { publicUrl } = ctx
    const actions = action && [action]
    const { data, next } = await readDifferences(query, run, { after, actions, limit, publicUrl })
    const [view] = await readRunViews(query, [run], publicUrl)
    if (!view) return refuseUnknownRun()
    const differences = { data, next_cursor: next === undefined ? null : `dif_${next}` }
    return { status: 200, body: { ...view, differences } satisfies z.input<typeof reportView> }
  },
})

export const readReconciliationCsv = defineMerchantRoute({
  method: 'get',
  path: '/v1/reconciliations/{id}/report.csv',
  scope: 'read',
  operationId: 'readReconciliationCsv',
  tag: TAG,
  summary: 'Export the discrepancies of a reconciliation as CSV',
  byPerson: {
    path: '/operator/v1/reconciliations/{id}/report.csv',
    tag: 'Reconciliation',
    locate: byRun,
  },
  answers: TABLE,
  problems: NO_SUCH_RUN,
  handle: async ({ ctx, store, id }) => {
    const run = await findRunOfStore(ctx.db.query, store.id, id)
    if (!run) return refuseUnknownRun()
    return answerTable(`reconciliation-${run.from_day}-${run.to_day}`, csvOfReport(ctx, run))
  },
})

export const stopReconciliationOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/reconciliations/{id}/stop',
  scope: 'admin',
  operationId: 'stopReconciliation',
  tag: TAG,
  summary: 'Stop a reconciliation where it is',
  byPerson: {
    path: '/operator/v1/reconciliations/{id}/stop',
    tag: 'Reconciliation',
    scope: 'checkout',
    locate: byRun,
  },
  answers: { 200: { description: 'It has stopped', schema: runView } },
  problems: { ...NO_SUCH_RUN, 409: 'It is not under way' },
  handle: async ({ ctx, store, id }) => {
    const stopped = await stopReconciliation(ctx, { store, runId: id })
    switch (stopped.outcome) {
      case 'stopped':
        return answerRun(ctx, stopped.run)
      case 'no-such-run':
        return refuseUnknownRun()
      case 'not-running':
        return refuse(notInThatState('It is not under way', stopped.run))
    }
  },
})

export const resumeReconciliationOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/reconciliations/{id}/resume',
  scope: 'admin',
  operationId: 'resumeReconciliation',
  tag: TAG,
  summary: 'Resume a stopped or failed reconciliation where it was',
  byPerson: {
    path: '/operator/v1/reconciliations/{id}/resume',
    tag: 'Reconciliation',
    scope: 'checkout',
    locate: byRun,
  },
  answers: { 202: { description: 'It is under way', schema: runView } },
  problems: { ...NO_SUCH_RUN, 409: 'It cannot be resumed, or another one is under way' },
  handle: async ({ ctx, store, id }) => {
    const resumed = await resumeReconciliation(ctx, { store, runId: id })
    switch (resumed.outcome) {
      case 'resumed':
        return answerRun(ctx, resumed.run, 202)
      case 'no-such-run':
        return refuseUnknownRun()
      case 'already-running':
        return refuseSecondRun(resumed.run)
      case 'not-resumable':
        return refuse(notInThatState(NOT_RESUMABLE[resumed.reason], resumed.run))
    }
  },
})

const NOT_RESUMABLE = {
  running: 'It is under way',
  done: 'It is done',
  too_old: 'It was left more than a week ago; begin a new one',
}

const notInThatState = (title: string, run: RunRow) =>
  problem({
    status: 409,
    code: 'reconciliation_state',
    title,
    detail: `${run.id} is ${run.state}.`,
    retry: 'permanent',
  })

const answerRun = async (ctx: PaymentsContext, run: RunRow, status = 200): Promise<Answer> => {
  const [body] = await readRunViews(ctx.db.query, [run], ctx.publicUrl)
  return { status, body }
}

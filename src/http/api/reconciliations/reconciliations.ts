import { z } from 'zod'
import { type RunRow, runsOfStores } from '../../../db/reconciliation/reconciliations.ts'
import { RUN_STATES } from '../../../db/tables/reconciliation.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import {
  beginReconciliation,
  resumeReconciliation,
  stopReconciliation,
} from '../../../payments/reconciliation/begin.ts'
import { readRunView, readRunViews } from '../../../payments/reconciliation/report.ts'
import {
  FIRST_DAY,
  MOST_DAYS,
  type WindowRefusal,
} from '../../../payments/reconciliation/window.ts'
import { invalidFields, problem } from '../../../runtime/http/problem.ts'
import { pageOf } from '../merchant/pages.ts'
import { defineResourceList } from '../operator/lists.ts'
import { byRun, byStore } from '../operator/locate.ts'
import { type Answer, defineMerchantRoute, refuse } from '../route.ts'
import { NO_SUCH_RUN, refuseUnknownRun } from './reconciliation-reports.ts'
import { reconciliationRequest, runOfStore, runView } from './reconciliation-schemas.ts'

const TAG = 'Reconciliation'

export const beginReconciliationOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/reconciliations',
  scope: 'admin',
  operationId: 'beginReconciliation',
  tag: TAG,
  summary:
    'Start a reconciliation of gateway, database and store for a window of Honduras days, which repairs differences',
  byPerson: {
    path: '/operator/v1/stores/{id}/reconciliations',
    scope: 'checkout',
    locate: byStore,
  },
  body: reconciliationRequest,
  answers: { 202: { description: 'The reconciliation, now running', schema: runView } },
  problems: {
    409: 'A reconciliation of the store is already running (`reconciliation_running`)',
    422: 'The window is not valid',
  },
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
  in_the_future: { path: ['to'], message: 'Is in the future (Honduras time)' },
  too_long: { path: ['to'], message: `A window has at most ${MOST_DAYS} days` },
}

/** Maps an invalid window of days to its refusal. */
export const refusalOf = (reason: WindowRefusal): Answer =>
  refuse(invalidFields([{ code: 'custom', input: undefined, ...REFUSALS[reason] }]))

const refuseSecondRun = (running: RunRow | undefined): Answer =>
  refuse(
    problem({
      code: 'reconciliation_running',
      title: 'A reconciliation of the store is already running',
      detail: running ? `${running.id}, ${running.from_day} to ${running.to_day}` : undefined,
    }),
  )

const viewsOfRuns = ({ ctx }: { ctx: PaymentsContext }, runs: readonly RunRow[]) =>
  readRunViews(ctx.db.query, runs, ctx.publicUrl)

export const listReconciliationsOfStore = defineResourceList({
  list: 'reconciliations',
  description: 'A page of reconciliations',
  ofStore: {
    path: '/v1/reconciliations',
    operationId: 'listReconciliations',
    tag: TAG,
    summary: 'List reconciliations, newest first',
    filters: {},
    page: pageOf(runView, 'ReconciliationList'),
    read: runsOfStores,
    views: viewsOfRuns,
  },
  acrossStores: {
    summary: 'List reconciliations of all stores, newest first',
    filters: { state: z.enum(RUN_STATES).optional() },
    row: runOfStore,
    id: 'ReconciliationsOfStores',
    read: runsOfStores,
    views: async (input, runs) => {
      const views = await viewsOfRuns(input, runs)
      return runs.flatMap(({ store_id }, index) => {
        const view = views[index]
        return view ? [{ ...view, store_id }] : []
      })
    },
  },
})

export const stopReconciliationOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/reconciliations/{id}/stop',
  scope: 'admin',
  operationId: 'stopReconciliation',
  tag: TAG,
  summary: 'Stop a running reconciliation',
  byPerson: { scope: 'checkout', locate: byRun },
  answers: { 200: { description: 'The stopped reconciliation', schema: runView } },
  problems: { ...NO_SUCH_RUN, 409: 'The reconciliation is not running (`reconciliation_state`)' },
  handle: async ({ ctx, store, id }) => {
    const stopped = await stopReconciliation(ctx, { store, runId: id })
    switch (stopped.outcome) {
      case 'stopped':
        return answerRun(ctx, stopped.run)
      case 'no-such-run':
        return refuseUnknownRun()
      case 'not-running':
        return refuse(notInThatState('The reconciliation is not running', stopped.run))
    }
  },
})

export const resumeReconciliationOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/reconciliations/{id}/resume',
  scope: 'admin',
  operationId: 'resumeReconciliation',
  tag: TAG,
  summary: 'Resume a stopped or failed reconciliation',
  byPerson: { scope: 'checkout', locate: byRun },
  answers: { 202: { description: 'The reconciliation, now running', schema: runView } },
  problems: {
    ...NO_SUCH_RUN,
    409: 'The reconciliation cannot be resumed (`reconciliation_state`), or another one is running (`reconciliation_running`)',
  },
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
  running: 'The reconciliation is already running',
  done: 'The reconciliation is done',
  too_old: 'The reconciliation stopped more than a week ago; start a new one',
}

const notInThatState = (title: string, run: RunRow) =>
  problem({
    code: 'reconciliation_state',
    title,
    detail: `${run.id} is ${run.state}.`,
  })

const answerRun = async (ctx: PaymentsContext, run: RunRow, status = 200): Promise<Answer> => ({
  status,
  body: await readRunView(ctx.db.query, run, ctx.publicUrl),
})

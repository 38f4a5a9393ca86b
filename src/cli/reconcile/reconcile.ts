import type { RunRow } from '../../db/reconciliation/reconciliations.ts'
import type { DifferenceAction } from '../../db/tables/reconciliation.ts'
import { beginReconciliation } from '../../payments/reconciliation/begin.ts'
import { type RunView, readRunView } from '../../payments/reconciliation/report.ts'
import { UserError } from '../../runtime/failure.ts'
import { openProgress } from '../../runtime/process/progress.ts'
import { openCommandContext } from '../context/open-command-context.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { counted } from '../terminal/print.ts'
import { storeNamed } from '../terminal/store-named.ts'
import { WINDOW_REFUSALS } from '../terminal/window-refusals.ts'
import { printReport, printReportAsJson } from './print-report.ts'
import { OTHERS_AFTER_MS, runToEnd } from './run-to-end.ts'

export interface ReconcileOptions {
  store: string
  /** Honduras days, inclusive. */
  from: string
  to: string
  dry: boolean
  json: boolean
}

/** Runs a reconciliation to its end and prints the report. */
export const reconcileCommand = async (
  program: CommandProgram,
  { store: storeId, from, to, dry, json }: ReconcileOptions,
): Promise<number> => {
  const ctx = await openCommandContext(program, 'reconcile')
  const store = await storeNamed(ctx.db.query, storeId, { option: '--store' })
  const begin = () =>
    beginReconciliation(ctx, {
      store,
      window: { from, to },
      dry,
      trigger: 'demand',
      firstStepAfterMs: OTHERS_AFTER_MS,
    })
  const about = { action: 'reconcile', storeId, request: { from, to } }
  const begun = dry ? await begin() : await auditedCommand(ctx.db.query, about, begin)
  if (begun.outcome === 'refused') throw new WrongUse(WINDOW_REFUSALS[begun.reason])
  if (begun.outcome === 'already-running') {
    throw new UserError(`A reconciliation of "${storeId}" is already running: ${begun.run?.id}.`)
  }
  const progress = openProgress()
  const ended = await runToEnd(ctx, begun.run, (run) => progress.show(farAs(run))).finally(
    progress.clear,
  )
  const view = await readRunView(ctx.db.query, ended, ctx.publicUrl)
  await (json ? printReportAsJson : printReport)(ctx, { run: ended, view })
  if (ended.state === 'failed') throw new UserError(`The reconciliation failed: ${ended.reason}`)
  if (ended.state !== 'done')
    throw new UserError(`The reconciliation was ${ended.state} before its end.`)
  return needsAttention(view) ? NEEDS_ATTENTION : 0
}

const NEEDS_ATTENTION = 2

const needsAttention = ({ summary, is_incomplete, store_side }: RunView): boolean =>
  is_incomplete ||
  store_side === 'not_answered' ||
  summary.some(({ action, count }) => count > 0 && FOR_A_PERSON.has(action))

const FOR_A_PERSON: ReadonlySet<string> = new Set([
  'for_a_person',
  'would_be_for_a_person',
] satisfies DifferenceAction[])

const farAs = ({ counts: { payments, gatewayTotal, orders } }: RunRow): string =>
  `${payments} of ${counted(Math.max(payments, gatewayTotal), 'payment')} compared, ${counted(orders, 'order')}`

import {
  forgetRestore,
  skipLostNumbers,
  timeOfLatestWrite,
  uncheckedRestore,
} from '../../db/installation/restored-database.ts'
import { doubtMailsOfBackup } from '../../db/mails/customer-mails.ts'
import { listStores } from '../../db/stores/stores.ts'
import { countOtherProcesses } from '../../db/tasks/processes.ts'
import { alertAboutRestore, closeRestoreAlerts } from '../../payments/health/notice-restore.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { UserError } from '../../runtime/failure.ts'
import { openProgress } from '../../runtime/process/progress.ts'
import { openCommandContext } from '../context/open-command-context.ts'
import { auditedCommand } from '../terminal/audited-command.ts'
import { WrongUse } from '../terminal/command-line.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { printReportJson } from '../terminal/print.ts'
import { BY_HAND, type Check } from './check.ts'
import { compareStores } from './compare-stores.ts'
import { describeOpenRefunds, describeOpenTasks } from './describe-open-work.ts'
import { printCheck } from './print-check.ts'

export interface RestoreCheckOptions {
  /** Time of the backup. */
  since?: Date
  apply: boolean
  recover: boolean
  /** Nothing is missing. */
  moved: boolean
  json: boolean
}

const NOT_FINISHED = 1
const NEEDS_ATTENTION = 2

/**
 * Compares a restored database with the gateway and the stores, before Puente works on it. `apply`:
 * recovers and repairs. An alert of each store stays open until it was compared so.
 */
export const restoreCheck = async (
  program: CommandProgram,
  options: RestoreCheckOptions,
): Promise<number> => {
  const { since, apply, moved, json } = options
  if (moved && (apply || since)) throw new WrongUse('--moved compares nothing: give it alone')
  const ctx = await openCommandContext(program, 'restore-check')
  const { query } = ctx.db
  const now = ctx.clock.now()
  if (moved) return acceptMoved(ctx, now)
  const noticed = await uncheckedRestore(query)
  const restoredFrom = since ?? noticed ?? (await timeOfLatestWrite(query)) ?? now
  if (restoredFrom > now) throw new WrongUse('--since is in the future')
  if ((await countOtherProcesses(query, ctx.processId)) > 0) throw new UserError(STOP_FIRST)
  await query.transaction().execute((trx) => alertAboutRestore(trx, { restoredFrom, now }))
  if (apply) {
    // Before the first new row.
    await skipLostNumbers(query, { restoredFrom, now })
    await doubtMailsOfBackup(query, now)
  }
  const about = { action: 'restore-check', request: { restored_from: restoredFrom, ...options } }
  const run = () => checkFrom(ctx, { restoredFrom, options })
  const done = await (apply ? auditedCommand(query, about, run) : run())
  const basis = since ? 'option' : noticed ? 'noticed' : 'newest_row'
  const check: Check = { restoredFrom, basis, now, applied: apply, ...done }
  if (json) printReportJson(documentOf(check))
  else printCheck(check)
  if (check.failed.length > 0) return NOT_FINISHED
  return check.toDecide > 0 ? NEEDS_ATTENTION : 0
}

const STOP_FIRST =
  'Puente, or another command, runs on this database. Stop it first: it works with what the backup holds.'

const acceptMoved = async (ctx: PaymentsContext, now: Date): Promise<number> => {
  const { query } = ctx.db
  const about = { action: 'restore-check', request: { moved: true } }
  await auditedCommand(query, about, async () => {
    const storeIds = (await listStores(query)).map(({ id }) => id)
    await closeRestoreAlerts(query, { storeIds, now })
    await forgetRestore(query)
  })
  console.log('The database is taken as moved: nothing was compared, and the alerts are closed.')
  return 0
}

const checkFrom = async (
  ctx: PaymentsContext,
  { restoredFrom, options: { apply, recover } }: ToCheck,
): Promise<Omit<Check, 'restoredFrom' | 'basis' | 'now' | 'applied'>> => {
  const { query } = ctx.db
  const tasks = await describeOpenTasks(query)
  const progress = openProgress()
  const stores = await compareStores(ctx, {
    restoredFrom,
    dry: !apply,
    recovers: recover,
    onProgress: (done, of) => progress.show(`${done} of ${of} stores compared`),
  }).finally(progress.clear)
  const differences = stores.flatMap((each) => each.differences)
  const refunds = await describeOpenRefunds(query, differences)
  const failed = stores.filter(({ failure }) => failure !== undefined)
  if (apply) {
    const compared = stores.filter(({ failure }) => failure === undefined)
    const storeIds = compared.map(({ store }) => store)
    await closeRestoreAlerts(query, { storeIds, now: ctx.clock.now() })
    if (failed.length === 0) await forgetRestore(query)
  }
  const forPerson = differences.filter(({ action }) => FOR_A_PERSON.has(action))
  const toDecide = forPerson.length + refunds.filter((refund) => refund.needs_answer).length
  return { stores, failed, refunds, tasks, toDecide }
}

interface ToCheck {
  restoredFrom: Date
  options: RestoreCheckOptions
}

const FOR_A_PERSON: ReadonlySet<string> = new Set(['for_a_person', 'would_be_for_a_person'])

const documentOf = ({ restoredFrom, now: _, toDecide, failed, ...check }: Check) => ({
  restored_from: restoredFrom.toISOString(),
  basis: check.basis,
  applied: check.applied,
  to_decide: toDecide,
  not_compared: failed.map(({ store, failure }) => ({ store, reason: failure })),
  stores: check.stores.map(({ store, run, differences }) => ({ store, run, differences })),
  refunds: check.refunds,
  tasks: check.tasks,
  by_hand: BY_HAND,
})

import {
  holdForCheck,
  releaseChecked,
  skipLostNumbers,
  timeOfLatestWrite,
  uncheckedRestore,
} from '../../db/installation/restored-database.ts'
import { countOtherProcesses } from '../../db/tasks/processes.ts'
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
  startAnyway: boolean
  json: boolean
}

const NOT_FINISHED = 1
const NEEDS_ATTENTION = 2

/**
 * Compares a restored database with the gateway and the stores, before processes start. `apply`:
 * recovers and repairs, then lets them start.
 */
export const restoreCheck = async (
  program: CommandProgram,
  options: RestoreCheckOptions,
): Promise<number> => {
  const ctx = await openCommandContext(program, 'restore-check', { opensUnchecked: true })
  const { query } = ctx.db
  const { since, apply, json } = options
  const now = ctx.clock.now()
  const noticed = await uncheckedRestore(query)
  const restoredFrom = since ?? noticed ?? (await timeOfLatestWrite(query)) ?? now
  if (restoredFrom > now) throw new WrongUse('--since is in the future')
  if ((await countOtherProcesses(query, ctx.processId)) > 0) throw new UserError(STOP_FIRST)
  const about = { action: 'restore-check', request: { restored_from: restoredFrom, ...options } }
  const run = () => checkFrom(ctx, { restoredFrom, options })
  await holdForCheck(query, restoredFrom)
  if (apply) {
    // Before the first new row.
    await skipLostNumbers(query, { restoredFrom, now })
  }
  const done = await (apply ? auditedCommand(query, about, run) : run())
  const basis = since ? 'option' : noticed ? 'noticed' : 'newest_row'
  const check: Check = { restoredFrom, basis, now, applied: apply, ...done }
  if (json) printReportJson(documentOf(check))
  else printCheck(check)
  if (check.failed.length > 0 && !options.startAnyway) return NOT_FINISHED
  return check.toDecide > 0 ? NEEDS_ATTENTION : 0
}

const STOP_FIRST =
  'Puente, or another command, runs on this database. Stop it first: it works with what the backup holds.'

const checkFrom = async (
  ctx: PaymentsContext,
  {
    restoredFrom,
    options: { apply, recover, startAnyway },
  }: { restoredFrom: Date; options: RestoreCheckOptions },
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
  const isReleased = apply && (failed.length === 0 || startAnyway)
  if (isReleased) await releaseChecked(query)
  const forPerson = differences.filter(({ action }) => FOR_A_PERSON.has(action))
  const toDecide = forPerson.length + refunds.filter((refund) => refund.needs_answer).length
  return { isReleased, stores, failed, refunds, tasks, toDecide }
}

const FOR_A_PERSON: ReadonlySet<string> = new Set(['for_a_person', 'would_be_for_a_person'])

const documentOf = ({ restoredFrom, now: _, isReleased, toDecide, failed, ...check }: Check) => ({
  restored_from: restoredFrom.toISOString(),
  basis: check.basis,
  applied: check.applied,
  may_start: isReleased,
  to_decide: toDecide,
  not_compared: failed.map(({ store, failure }) => ({ store, reason: failure })),
  stores: check.stores.map(({ store, run, differences }) => ({ store, run, differences })),
  refunds: check.refunds,
  tasks: check.tasks,
  by_hand: BY_HAND,
})

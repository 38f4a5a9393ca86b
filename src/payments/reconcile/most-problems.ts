import { countForPerson } from '../../ledger/discrepancies.ts'
import type { LedgerQuery } from '../../ledger/ledger.ts'
import { problemsNotFoundAgain } from '../../ledger/problems.ts'
import { closeProblem, openOrRefreshProblem } from '../problems.ts'
import { aboutStore } from './describe-difference.ts'
import { type Work, windowOf } from './work.ts'

/**
 * So many differences of a run are problems of their own: an account that was mixed up does not bury
 * the list. The report has all of them, and one problem says how many more there are.
 */
export const MOST_PROBLEMS = 200

const KIND = 'differences_not_listed'

/** Whether the list of problems has no room for what a run has found by now. */
export const isListFull = async (trx: LedgerQuery, runId: string): Promise<boolean> =>
  (await countForPerson(trx, runId, MOST_PROBLEMS + 1)) > MOST_PROBLEMS

/** At the end of a run: says how many of its differences are in the report alone. */
export const noteWhatIsNotListed = async (
  trx: LedgerQuery,
  { run, store }: Work,
  now: Date,
): Promise<void> => {
  const more = (await countForPerson(trx, run.id)) - MOST_PROBLEMS
  const about = { ...aboutStore(store, now), kind: KIND } as const
  if (more > 0) {
    const details = { run: run.id, listed: MOST_PROBLEMS, more, day: run.to_day }
    return openOrRefreshProblem(trx, { ...about, details })
  }
  const kinds = [KIND] as const
  const over = { storeId: store.id, kinds, runId: run.id, ...windowOf(run) }
  if ((await problemsNotFoundAgain(trx, over)).length > 0) await closeProblem(trx, about)
}

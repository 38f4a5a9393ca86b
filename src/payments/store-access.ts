import type { LedgerQuery } from '../ledger/ledger.ts'
import { closeOpenProblems } from '../ledger/problems.ts'
import { resumeNotifications } from './notifications.ts'
import { openOrRefreshProblem } from './problems.ts'

const KIND = 'store_access_refused'

/** A store refuses us: it is on its list of problems until it lets us in again. */
export const noteAccessRefused = (
  query: LedgerQuery,
  {
    storeId,
    part,
    reason,
    now,
  }: {
    storeId: string
    /** What it refuses while it allows other things; without it, access at all. */
    part?: string | undefined
    reason: string
    now: Date
  },
): Promise<void> =>
  openOrRefreshProblem(query, {
    kind: KIND,
    storeId,
    subject: subjectOf(storeId, part),
    details: { reason },
    now,
  })

/**
 * A store lets us in, and allows some parts. Where it did not before, everything that waits for it
 * is due at once.
 */
export const noteAccess = async (
  query: LedgerQuery,
  { storeId, parts = [], now }: { storeId: string; parts?: readonly string[]; now: Date },
): Promise<void> => {
  const subjects = [undefined, ...parts].map((part) => subjectOf(storeId, part))
  if ((await closeOpenProblems(query, { storeId, kind: KIND, subjects, now })) > 0) {
    await resumeNotifications(query, { storeId, now })
  }
}

/** Nobody has to see to the access of a store that does not want us. */
export const forgetAccess = async (
  query: LedgerQuery,
  { storeId, now }: { storeId: string; now: Date },
): Promise<void> => {
  await closeOpenProblems(query, { storeId, kind: KIND, now })
}

const subjectOf = (storeId: string, part: string | undefined): string =>
  part === undefined ? storeId : `${storeId}:${part}`

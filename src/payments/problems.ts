import type { LedgerQuery } from '../ledger/ledger.ts'
import { closeOpenProblem, insertProblem, updateProblemDetails } from '../ledger/problems.ts'
import type { ProblemKind } from '../ledger/tables/problems.ts'
import { addToTimeline } from '../ledger/timeline.ts'

/** A thing that a person should look at. */
export interface ProblemAbout {
  kind: ProblemKind
  storeId: string
  orderId?: string | undefined
  /** What it is about: an order, a reversal, a task, the store itself. */
  subject: string
  now: Date
}

/** Puts a problem on the store's list, once for one thing as long as it is open. */
export const openProblem = async (
  trx: LedgerQuery,
  { kind, storeId, orderId, subject, now, details = {} }: ProblemAbout & { details?: object },
): Promise<void> => {
  const opened = await insertProblem(trx, {
    store_id: storeId,
    order_id: orderId ?? null,
    kind,
    subject,
    details: JSON.stringify(details),
    opened_at: now,
  })
  if (opened && orderId) {
    await addToTimeline(trx, {
      at: now,
      order_id: orderId,
      kind: 'problem_opened',
      details: { problem: kind },
    })
  }
}

/** The same, and one that is open already tells what is known by now. */
export const openOrRefreshProblem = async (
  trx: LedgerQuery,
  problem: ProblemAbout & { details: object },
): Promise<void> => {
  await openProblem(trx, problem)
  await updateProblemDetails(trx, { ...problem, details: JSON.stringify(problem.details) })
}

/** Takes a problem off the list, if it is on it: what it told of is over. */
export const closeProblem = async (
  trx: LedgerQuery,
  { kind, storeId, orderId, subject, now }: ProblemAbout,
): Promise<void> => {
  const closed = await closeOpenProblem(trx, { storeId, kind, subject, now })
  if (closed && orderId) {
    await addToTimeline(trx, {
      at: now,
      order_id: orderId,
      kind: 'problem_closed',
      details: { problem: kind },
    })
  }
}

import { lastPageOf } from '../../../contract/payment.ts'
import type { RunCounts, RunPosition } from '../../../db/tables/reconciliation.ts'

export type PagesPosition = Extract<RunPosition, { phase: 'pages' }>

/** What a page brought. */
export interface WalkedPage {
  /** Items on the page, readable or not. */
  items: number
  /** Those of them that no page before had. */
  newItems: number
  /** As the gateway says (`gateway-api.md` 2.2); it may have another size of a page than was asked for. */
  meta: { per_page: number; total: number; last_page: number }
  /** Different items that the run has seen by now. */
  seen: number
  /** The greatest `total` of all pages so far: one that falls tells that pages have moved. */
  greatestTotal: number
}

/** What was removed or hidden between two pages is looked for so often again. */
const MOST_PASSES = 3
/** New payments can come as fast as pages are read: what comes later is for the next run. */
const MOST_ROUNDS = 20

export const FIRST_PAGE: PagesPosition = {
  phase: 'pages',
  page: 1,
  perPage: 100,
  pass: 1,
  round: 0,
}

/**
 * Where a walk goes on after a page. The list is newest first, so a payment that is created meanwhile
 * moves all others one place on: those come twice and are known, and the new one is found when the
 * first pages are walked again, until one has nothing new. If fewer were seen than the gateway said
 * that there are, all is walked once more. `undefined`: the walk is over.
 */
export const nextPage = (
  position: PagesPosition,
  { items, newItems, meta, seen, greatestTotal }: WalkedPage,
): PagesPosition | undefined => {
  const { page, pass, round } = position
  // A page may hold less than it says: as long as something new comes, so may the rest.
  const goesOn = seen < greatestTotal && newItems > 0
  const isLast = items === 0 || (!goesOn && page >= Math.min(lastPageOf(meta), mostPages(meta)))
  if (round === 0) {
    return isLast ? { ...position, page: 1, round: 1 } : { ...position, page: page + 1 }
  }
  if (newItems > 0 && !isLast) return { ...position, page: page + 1 }
  const foundNone = page === 1 && newItems === 0
  if (!foundNone && round < MOST_ROUNDS) return { ...position, page: 1, round: round + 1 }
  if (seen < greatestTotal && pass < MOST_PASSES) {
    return { ...position, page: 1, round: 0, pass: pass + 1 }
  }
  return undefined
}

/** Whether a walk has seen as many payments as the gateway ever said that there are. */
export const sawAll = ({
  payments,
  greatestTotal,
}: Pick<RunCounts, 'payments' | 'greatestTotal'>): boolean => payments >= greatestTotal

/** A gateway that is wrong about its last page is not followed for ever. */
const mostPages = ({ total, per_page }: WalkedPage['meta']): number =>
  2 * Math.ceil(Math.max(total, 0) / Math.max(per_page, 1)) + 10

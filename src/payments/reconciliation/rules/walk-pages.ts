import { lastPageOf } from '../../../contract/payment.ts'
import type { RunCounts, RunPosition } from '../../../db/tables/reconciliation.ts'

export type PagesPosition = Extract<RunPosition, { phase: 'pages' }>

export interface WalkedPage {
  items: number
  /** Items on no earlier page. */
  newItems: number
  /** From the gateway (`gateway-api.md` 2.2); `per_page` may differ from the request. */
  meta: { per_page: number; total: number; last_page: number }
  seen: number
  /** Largest `total` so far; a falling one means that pages shifted. */
  greatestTotal: number
}

/** Bound on passes that look for payments removed or hidden between pages. */
const MOST_PASSES = 3
/** Bound on re-reads; later payments belong to the next run. */
const MOST_ROUNDS = 20

export const FIRST_PAGE: PagesPosition = {
  phase: 'pages',
  page: 1,
  perPage: 100,
  pass: 1,
  round: 0,
}

/**
 * Returns the next page; `undefined` at the end. The list is newest first: a new payment shifts the
 * others, which repeat, and appears when the walk re-reads the first pages until nothing is new.
 * Starts another pass if it saw fewer payments than `total`.
 */
export const nextPage = (
  position: PagesPosition,
  { items, newItems, meta, seen, greatestTotal }: WalkedPage,
): PagesPosition | undefined => {
  const { page, pass, round } = position
  // A page may hold less than its size: while new items come, more may follow.
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

export const sawAll = ({
  payments,
  greatestTotal,
}: Pick<RunCounts, 'payments' | 'greatestTotal'>): boolean => payments >= greatestTotal

/** Upper bound, against a wrong `last_page`. */
const mostPages = ({ total, per_page }: WalkedPage['meta']): number =>
  2 * Math.ceil(Math.max(total, 0) / Math.max(per_page, 1)) + 10

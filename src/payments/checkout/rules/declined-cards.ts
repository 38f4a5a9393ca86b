import type { PaymentRow } from '../../../db/db.ts'
import { wasTaken } from '../../orders/rules/was-taken.ts'

/** Who has had too many cards tried: one order, one customer's orders, or a store's card pages. */
export type RestsBecauseOf = 'order' | 'customer' | 'store'

/** For how long the card page takes no card. */
export interface CardRest {
  because: RestsBecauseOf
  seconds: number
}

/** A customer with a drawer full of cards stays below it, with one order or with several. */
const OF_ONE = { most: 10, withinMs: 60 * 60_000 }
/** A pay link is public, and stolen cards are tried out with many orders of many names. */
const OF_STORE = { most: 30, withinMs: 10 * 60_000 }
/** Customers are at the bank for a minute or two: when a sale begins, many of them at once. */
const OF_STORE_WITH_BANK = { ...OF_STORE, most: 100 }
/** Where cards are tried out, nearly all are declined; a busy day has more that are taken. */
const DECLINED_FOR_EACH_TAKEN = 2

/** Before this, no charge of a store's card pages counts. */
export const chargesCountSince = (now: Date): Date => new Date(now.getTime() - OF_ONE.withinMs)

type Charge = Pick<PaymentRow, 'mode' | 'state' | 'created_at'>

/**
 * For how many seconds no more cards are taken on an order's page, because too many were begun there
 * and not taken; `undefined`: none. A pay link is public, and stolen cards are tried out where anybody
 * can. One whose card the processor never got is none.
 */
export const restOfOrder = (attempts: readonly Charge[], now: Date): number | undefined =>
  restAfter(
    attempts
      .filter(({ mode, state }) => mode === 'card_page' && !NEVER_TRIED.has(state))
      .filter((attempt) => !wasTaken(attempt))
      .map(({ created_at }) => created_at),
    { ...OF_ONE, now },
  )

const NEVER_TRIED: ReadonlySet<PaymentRow['state']> = new Set(['refused', 'abandoned'])

/** The same for all orders of one customer, by when their cards were begun that were not taken. */
export const restOfCustomer = (notTakenAt: readonly Date[], now: Date): number | undefined =>
  restAfter(notTakenAt, { ...OF_ONE, now })

/**
 * The same for all card pages of a store, by when cards were begun there that were not taken, whose
 * customers are at the bank, and that were taken. The rest is short, because honest customers wait
 * with the others.
 */
export const restOfStore = (
  {
    notTakenAt,
    atBankAt,
    takenAt,
  }: { notTakenAt: readonly Date[]; atBankAt: readonly Date[]; takenAt: readonly Date[] },
  now: Date,
): number | undefined => {
  const since = now.getTime() - OF_STORE.withinMs
  const countOf = (times: readonly Date[]) => times.filter((at) => at.getTime() > since).length
  const mostHonest = countOf(takenAt) * DECLINED_FOR_EACH_TAKEN
  const restOf = (times: readonly Date[], limit: typeof OF_STORE) =>
    countOf(times) > mostHonest ? restAfter(times, { ...limit, now }) : undefined
  return restOf(notTakenAt, OF_STORE) ?? restOf([...notTakenAt, ...atBankAt], OF_STORE_WITH_BANK)
}

const restAfter = (
  begunAt: readonly Date[],
  { most, withinMs, now }: { most: number; withinMs: number; now: Date },
): number | undefined => {
  const latestFirst = begunAt.map((at) => at.getTime()).sort((one, other) => other - one)
  const oldest = latestFirst[most - 1]
  const restMs = oldest === undefined ? 0 : oldest + withinMs - now.getTime()
  return restMs > 0 ? Math.ceil(restMs / 1_000) : undefined
}

import type { PaymentRow } from '../../ledger/ledger.ts'

/** Who has had too many cards declined: one order, one customer's orders, or a store's card pages. */
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
/** Where cards are tried out, nearly all are declined; a busy day has more that are taken. */
const DECLINED_FOR_EACH_TAKEN = 2

/** Before this, no charge of a store's card pages counts. */
export const chargesCountSince = (now: Date): Date => new Date(now.getTime() - OF_ONE.withinMs)

type Charge = Pick<PaymentRow, 'mode' | 'state' | 'created_at'>

/**
 * For how many seconds no more cards are taken on an order's page, because too many were declined
 * there; `undefined`: none. A pay link is public, and stolen cards are tried out where anybody can.
 */
export const restAfterDeclines = (attempts: readonly Charge[], now: Date): number | undefined =>
  restAfter(
    attempts
      .filter(({ mode, state }) => mode === 'card_page' && state === 'declined')
      .map(({ created_at }) => created_at),
    { ...OF_ONE, now },
  )

/** The same for all orders of one customer, by when their cards were declined. */
export const restOfCustomer = (declinedAt: readonly Date[], now: Date): number | undefined =>
  restAfter(declinedAt, { ...OF_ONE, now })

/**
 * The same for all card pages of a store, by when cards were declined there and when they were
 * taken. The rest is short, because honest customers wait with the others.
 */
export const restOfStore = (
  { declinedAt, takenAt }: { declinedAt: readonly Date[]; takenAt: readonly Date[] },
  now: Date,
): number | undefined => {
  const since = now.getTime() - OF_STORE.withinMs
  const countOf = (times: readonly Date[]) => times.filter((at) => at.getTime() > since).length
  if (countOf(declinedAt) <= countOf(takenAt) * DECLINED_FOR_EACH_TAKEN) return undefined
  return restAfter(declinedAt, { ...OF_STORE, now })
}

const restAfter = (
  declinedAt: readonly Date[],
  { most, withinMs, now }: { most: number; withinMs: number; now: Date },
): number | undefined => {
  const latestFirst = declinedAt.map((at) => at.getTime()).sort((one, other) => other - one)
  const oldest = latestFirst[most - 1]
  const restMs = oldest === undefined ? 0 : oldest + withinMs - now.getTime()
  return restMs > 0 ? Math.ceil(restMs / 1_000) : undefined
}

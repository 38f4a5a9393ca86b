import type { PaymentRow } from '../../../db/db.ts'
import { hasCharge } from '../../orders/rules/advance.ts'

export type PausedBecauseOf = 'order' | 'customer' | 'store'

export interface CardLockout {
  because: PausedBecauseOf
  seconds: number
}

/** Limit per order or customer; honest customers stay below it. */
const OF_ONE = { most: 10, withinMs: 60 * 60_000 }
/** Limit per store: card testers use many orders under many names. */
const OF_STORE = { most: 30, withinMs: 10 * 60_000 }
/** Higher limit while many customers are at the bank, as when a sale begins. */
const OF_STORE_WITH_BANK = { ...OF_STORE, most: 100 }
/** Honest declines per approval: a busy day has approvals, card testing has hardly any. */
const DECLINES_PER_APPROVAL = 2

export const chargesCountSince = (now: Date): Date => new Date(now.getTime() - OF_ONE.withinMs)

type Charge = Pick<PaymentRow, 'mode' | 'state' | 'created_at'>

/**
 * Returns for how many seconds an order rejects cards after too many failed charges. Pay links are
 * public, so thieves test stolen cards there. Charges that never reached the processor do not
 * count.
 */
export const restOfOrder = (attempts: readonly Charge[], now: Date): number | undefined =>
  restAfter(
    attempts
      .filter(({ mode, state }) => mode === 'card_page' && !NEVER_TRIED.has(state))
      .filter((attempt) => !hasCharge(attempt))
      .map(({ created_at }) => created_at),
    { ...OF_ONE, now },
  )

const NEVER_TRIED: ReadonlySet<PaymentRow['state']> = new Set(['refused', 'abandoned'])

export const restOfCustomer = (failedAt: readonly Date[], now: Date): number | undefined =>
  restAfter(failedAt, { ...OF_ONE, now })

/** Applies the limit to a store's card pages, but briefly: honest customers wait too. */
export const restOfStore = (
  charges: { failedAt: readonly Date[]; atBankAt: readonly Date[]; approvedAt: readonly Date[] },
  now: Date,
): number | undefined => {
  const { failedAt, atBankAt, approvedAt } = charges
  const since = now.getTime() - OF_STORE.withinMs
  const countOf = (times: readonly Date[]) => times.filter((at) => at.getTime() > since).length
  const mostHonest = countOf(approvedAt) * DECLINES_PER_APPROVAL
  const restOf = (times: readonly Date[], limit: typeof OF_STORE) =>
    countOf(times) > mostHonest ? restAfter(times, { ...limit, now }) : undefined
  return restOf(failedAt, OF_STORE) ?? restOf([...failedAt, ...atBankAt], OF_STORE_WITH_BANK)
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

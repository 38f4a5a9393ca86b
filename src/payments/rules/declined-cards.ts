import type { PaymentRow } from '../../ledger/ledger.ts'

/** A customer with a drawer full of cards stays below it. */
const MOST_DECLINES = 10
const WITHIN_MS = 60 * 60_000

/**
 * For how many seconds no more cards are taken on an order's page, because too many were declined
 * there; `undefined`: none. A pay link is public, and stolen cards are tried out where anybody can.
 */
export const restAfterDeclines = (
  attempts: readonly Pick<PaymentRow, 'mode' | 'state' | 'created_at'>[],
  now: Date,
): number | undefined => {
  const declinedAt = attempts
    .filter(({ mode, state }) => mode === 'card_page' && state === 'declined')
    .map(({ created_at }) => created_at.getTime())
    .sort((one, other) => other - one)
  const oldest = declinedAt[MOST_DECLINES - 1]
  const restMs = oldest === undefined ? 0 : oldest + WITHIN_MS - now.getTime()
  return restMs > 0 ? Math.ceil(restMs / 1_000) : undefined
}

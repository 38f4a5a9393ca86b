import type { PaymentSessionRow } from '../tables/payment-sessions.ts'

export const isWaiting = ({ state }: PaymentSessionRow): boolean =>
  state === 'open' || state === 'pending'

/** Shopify has heard that it was paid, or may have. */
export const mayHaveBeenResolved = (session: PaymentSessionRow): boolean =>
  session.state === 'resolved' || (isWaiting(session) && session.resolve_tried_at !== null)

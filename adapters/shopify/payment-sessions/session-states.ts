import type { PaymentSessionRow } from '../tables/payment-sessions.ts'

export const isWaiting = ({ state }: PaymentSessionRow): boolean =>
  state === 'open' || state === 'pending'

/** Returns whether Shopify may know that the session was paid. */
export const mayHaveBeenResolved = (session: PaymentSessionRow): boolean =>
  session.state === 'resolved' || (isWaiting(session) && session.resolve_tried_at !== null)

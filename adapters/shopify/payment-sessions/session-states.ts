import type { PaymentSessionRow } from '../tables/payment-sessions.ts'

export const isSessionOpen = ({ state }: PaymentSessionRow): boolean =>
  state === 'open' || state === 'pending'

/** Returns whether Shopify may know that the session was paid. */
export const mayHaveBeenResolved = (session: PaymentSessionRow): boolean =>
  session.state === 'resolved' || (isSessionOpen(session) && session.resolve_tried_at !== null)

import type { PaymentLinkRow } from '../../../db/db.ts'

/** `not_yet`, `over`: before or after the period. `closed`: a person closed it. */
export const LINK_STATES = ['open', 'not_yet', 'sold_out', 'over', 'closed'] as const
export type LinkState = (typeof LINK_STATES)[number]

type Link = Pick<PaymentLinkRow, 'closed_at' | 'starts_at' | 'ends_at' | 'stock'>

/** Derives the state of a link. `taken`: places that orders hold. */
export const stateOfLink = (
  { closed_at, starts_at, ends_at, stock }: Link,
  { taken, now }: { taken: number; now: Date },
): LinkState => {
  if (closed_at) return 'closed'
  if (ends_at && ends_at <= now) return 'over'
  if (starts_at && starts_at > now) return 'not_yet'
  return stock !== null && taken >= stock ? 'sold_out' : 'open'
}

/** Returns the free places, at least 0; `null`: no limit. */
export const placesLeft = ({ stock }: Pick<Link, 'stock'>, taken: number): number | null =>
  stock === null ? null : Math.max(0, stock - taken)

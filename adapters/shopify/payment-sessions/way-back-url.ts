import type { SessionName } from '../tables/payment-sessions.ts'

/** Where a buyer of a session goes on from: as soon as Shopify has said it, to where it says. */
export const WAY_BACK_PATH = '/shopify/payment_sessions/:shop/:id/next'

export const wayBackUrl = (publicUrl: string, { shop, id }: SessionName): string =>
  `${publicUrl}${WAY_BACK_PATH.replace(':shop', shop).replace(':id', encodeURIComponent(id))}`

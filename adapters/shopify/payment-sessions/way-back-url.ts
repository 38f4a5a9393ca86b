import type { SessionName } from '../tables/payment-sessions.ts'

/** Leads a session's buyer to Shopify's next URL. */
export const WAY_BACK_PATH = '/shopify/payment_sessions/:shop/:id/next'

export const wayBackUrl = (publicUrl: string, { shop, id }: SessionName): string =>
  `${publicUrl}${WAY_BACK_PATH.replace(':shop', shop).replace(':id', encodeURIComponent(id))}`

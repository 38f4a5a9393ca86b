import type { Shopify } from '@shopify/shopify-api'
import { z } from 'zod'
import { readShopName } from './shop-name.ts'

/** What a session token of Shopify says; the library does not insist that it says when it ends. */
const claims = z.object({
  /** The shop: `https://cafe.myshopify.com`, without `https://` in a checkout's. */
  dest: z.string(),
  iss: z.string().optional(),
  exp: z.number(),
})

export interface CheckedToken {
  shop: string
  iss: string | undefined
}

/**
 * Checks a session token, as App Bridge and the checkout make them: HS256 by one of the app's secrets,
 * for this app, begun, and not over; and reads of which shop it is. `undefined`: it is not to be
 * believed. What the library says of a bad one quotes it, so that is not told on.
 */
export const checkSessionToken = async (
  token: string,
  apps: readonly Shopify[],
): Promise<CheckedToken | undefined> => {
  for (const app of apps) {
    const payload = await app.session.decodeSessionToken(token).catch(() => undefined)
    const read = claims.safeParse(payload)
    if (!read.success) continue
    const { dest, iss } = read.data
    const shop = readShopName(dest.replace(/^https:\/\//, ''))
    return shop ? { shop, iss } : undefined
  }
  return undefined
}

/** The shop of a session token of the Shopify admin, which says itself that it is from there. */
export const shopOfAdminToken = async (
  token: string,
  apps: readonly Shopify[],
): Promise<string | undefined> => {
  const checked = await checkSessionToken(token, apps)
  return checked?.iss === `https://${checked?.shop}/admin` ? checked.shop : undefined
}

/** `Bearer …` of a header. */
export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S{1,4096})$/i.exec(authorization ?? '')?.[1]

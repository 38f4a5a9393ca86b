import type { Shopify } from '@shopify/shopify-api'
import { z } from 'zod'
import { readShopName } from './shop-name.ts'

/** The library does not require `exp`. */
const claims = z.object({
  /** `https://cafe.myshopify.com`, without `https://` from a checkout. */
  dest: z.string(),
  iss: z.string().optional(),
  exp: z.number(),
})

/**
 * Verifies a token of App Bridge or the checkout: HS256 by one of the app's secrets, audience,
 * validity. Returns its shop, or `undefined`. Hides the library's errors, which quote the token.
 */
export const verifySessionToken = async (
  token: string,
  apps: readonly Shopify[],
): Promise<{ shop: string; iss: string | undefined } | undefined> => {
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

export const shopOfAdminToken = async (
  token: string,
  apps: readonly Shopify[],
): Promise<string | undefined> => {
  const checked = await verifySessionToken(token, apps)
  return checked?.iss === `https://${checked?.shop}/admin` ? checked.shop : undefined
}

export const bearerOf = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S{1,4096})$/i.exec(authorization ?? '')?.[1]

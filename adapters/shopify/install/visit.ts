import type { Request } from 'express'
import type { Clock } from '../../../src/runtime/clock.ts'
import type { SecretSealer } from '../../../src/runtime/sealed-secrets.ts'
import type { Locale } from '../../adapter.ts'
import { browserOf } from '../../onboarding/named-browser.ts'
import type { ShopifyApp } from '../deps.ts'
import { bearerOf, shopOfAdminToken } from '../session-token.ts'
import { readShopName } from '../shop-name.ts'
import { languageOf } from './language.ts'
import { BROWSER_COOKIE, shopOfPageToken } from './page-token.ts'

/** Somebody at the app's page who is signed in to the admin of a shop; a token said so. */
export interface Visit {
  shop: string
  locale: Locale
  /** Of Shopify; `undefined`: they came with a token of ours, which Shopify gives nothing for. */
  sessionToken: string | undefined
}

/**
 * Who sends a request: proved by the session token of the Shopify admin, or, at the page of a payments
 * app, by the token that this browser got when it came back from Shopify. `undefined`: nobody who is
 * to be believed, or not of the shop that the address names.
 */
export const readVisit = async (
  request: Request,
  { app, sealer, clock }: { app: ShopifyApp; sealer: SecretSealer; clock: Clock },
): Promise<Visit | undefined> => {
  const token = bearerOf(request.headers.authorization)
  if (!token) return undefined
  const ofPage = app.takesSessions
    ? shopOfPageToken(sealer, {
        token,
        browser: browserOf(request, BROWSER_COOKIE),
        now: clock.now(),
      })
    : undefined
  const shop = ofPage ?? (await shopOfAdminToken(token, app.bySecret))
  const named = request.query.shop
  if (!shop || (named !== undefined && readShopName(named) !== shop)) return undefined
  return { shop, locale: languageOf(request), sessionToken: ofPage ? undefined : token }
}

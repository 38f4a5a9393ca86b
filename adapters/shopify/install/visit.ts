import type { Request } from 'express'
import type { Language } from '../../../src/locales/language.ts'
import { browserOfCookie } from '../../onboarding/named-browser.ts'
import type { AppDeps } from '../deps.ts'
import { bearerOf, shopOfAdminToken } from '../shops/session-token.ts'
import { readShopName } from '../shops/shop-name.ts'
import { localeOfAdmin } from './install-page.ts'
import { BROWSER_COOKIE, shopOfPageToken } from './page-token.ts'

export interface InstallVisit {
  shop: string
  locale: Language
  /** `undefined` with our page token, which Shopify does not exchange. */
  sessionToken: string | undefined
}

/**
 * Accepts the admin's session token or, for a payments app, this browser's page token. Returns
 * `undefined` if invalid, or if the URL names another shop.
 */
export const readVisit = async (
  request: Request,
  { app, sealer, clock }: AppDeps,
): Promise<InstallVisit | undefined> => {
  const token = bearerOf(request.headers.authorization)
  if (!token) return undefined
  const ofPage = app.usesSessions
    ? shopOfPageToken(sealer, {
        token,
        browser: browserOfCookie(request, BROWSER_COOKIE),
        now: clock.now(),
      })
    : undefined
  const shop = ofPage ?? (await shopOfAdminToken(token, app.bySecret))
  const named = request.query.shop
  if (!shop || (named !== undefined && readShopName(named) !== shop)) return undefined
  return { shop, locale: localeOfAdmin(request), sessionToken: ofPage ? undefined : token }
}

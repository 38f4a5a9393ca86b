import {
  BotActivityDetected,
  CookieNotFound,
  InvalidHmacError,
  InvalidOAuthError,
  SafeCompareError,
} from '@shopify/shopify-api'
import { type Request, type Response, Router } from 'express'
import type { Core } from '../../adapter.ts'
import { nameBrowser } from '../../onboarding/named-browser.ts'
import type { AppDeps, ShopifyApp } from '../deps.ts'
import { servesOtherShops } from '../distribution/distribution.ts'
import { sendRefusedShop } from '../distribution/setups-page.ts'
import { CALLBACK_PATH } from '../paths.ts'
import { tokenFailureOf } from '../sessions/token-failure.ts'
import { callingShops } from '../shops/shop-fetch.ts'
import { readShopName } from '../shops/shop-name.ts'
import { adminUrlOf, ownPageUrl } from './app-frame.ts'
import { INSTALL_PATH, type InstallProblem, sendInstallProblem } from './install-page.ts'
import { keepInstallation } from './installation.ts'
import { BROWSER_COOKIE, sealPageToken } from './page-token.ts'

/**
 * Installs the app (OAuth authorization code grant): Shopify returns a code, a signature and this
 * browser's state. Continues to the app's page, in the admin or, for a payments app, in its own
 * window.
 */
export const oauthRoutes = (ctx: Core, deps: AppDeps): Router => {
  const { app } = deps

  const begin = async (request: Request, response: Response): Promise<void> => {
    const shop = readShopName(request.query.shop)
    if (!shop) return sendInstallProblem(request, response, 'bad_shop')
    // Before Shopify prompts the second shop's staff.
    const refusal = app.distribution === 'one-shop' && (await servesOtherShops(ctx.db.query, shop))
    if (refusal) return sendRefusedShop(request, response, { app, refusal: 'second_shop' })
    // Sends the redirect, with the state in a cookie.
    await app.library.auth.begin({
      shop,
      callbackPath: CALLBACK_PATH,
      isOnline: false,
      rawRequest: request,
      rawResponse: response,
    })
  }

  const finish = async (request: Request, response: Response): Promise<void> => {
    const shop = readShopName(request.query.shop)
    if (!shop) return sendInstallProblem(request, response, 'bad_shop')
    const isTrusted =
      !hasRepetition(request) &&
      (await isSignedByShopify(request, app)) &&
      (await isFirstTime(ctx, shop, String(request.query.state)))
    if (!isTrusted) return sendInstallProblem(request, response, 'not_checked')
    const problem = await install(request, response, shop)
    if (problem) {
      ctx.log.warn({ shop, problem }, 'an installation was not finished')
      return sendInstallProblem(request, response, problem)
    }
    ctx.log.info({ shop }, 'a shop has installed the app')
    response.set('cache-control', 'no-store')
    const next = app.usesSessions ? ownPage(request, response, shop) : adminUrlOf(shop, app)
    response.redirect(303, next)
  }

  /** Issues a page token, as Shopify just vouched that this browser is signed in to the shop. */
  const ownPage = (request: Request, response: Response, shop: string): string => {
    const { ids, publicUrl } = ctx
    const named = { cookie: BROWSER_COOKIE, path: '/shopify', ids, publicUrl }
    const browser = nameBrowser(request, response, named)
    return ownPageUrl(shop, sealPageToken(deps.sealer, { shop, browser, now: ctx.clock.now() }))
  }

  const install = async (
    request: Request,
    response: Response,
    shop: string,
  ): Promise<InstallProblem | undefined> => {
    const obtainSession = async () => {
      const callback = { rawRequest: request, rawResponse: response, expiring: true }
      return (await app.library.auth.callback(callback)).session
    }
    try {
      await callingShops(deps.calls, () => keepInstallation(ctx, deps, { shop, obtainSession }))
      return undefined
    } catch (error) {
      return problemOf(error)
    }
  }

  return Router().get(INSTALL_PATH, begin).get(CALLBACK_PATH, finish)
}

/**
 * Detects repeated parameters: the library reads the first value in one place and the last in
 * another.
 */
const hasRepetition = ({ originalUrl }: Request): boolean => {
  const { searchParams } = new URL(originalUrl, 'http://puente.invalid')
  return new Set(searchParams.keys()).size < searchParams.size
}

const isSignedByShopify = (request: Request, { library }: ShopifyApp): Promise<boolean> =>
  library.utils
    .validateHmac(Object.fromEntries(Object.entries(request.query).map(([k, v]) => [k, String(v)])))
    .catch(() => false)

/** Accepts a state once, so a leaked callback URL cannot be replayed. */
const isFirstTime = ({ claimNonce, clock }: Core, shop: string, state: string) =>
  claimNonce({
    storeId: `shopify-install:${shop}`,
    nonce: state.slice(0, 200),
    now: clock.now(),
  })

const problemOf = (error: unknown): InstallProblem => {
  if (NOT_CHECKED.some((kind) => error instanceof kind)) return 'not_checked'
  return tokenFailureOf(error).retry === 'retry' ? 'shop_away' : 'shop_refused'
}

const NOT_CHECKED = [
  BotActivityDetected,
  CookieNotFound,
  InvalidHmacError,
  InvalidOAuthError,
  SafeCompareError,
]

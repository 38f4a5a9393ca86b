import type { Request, Response } from 'express'
import type { Language } from '../../../src/locales/language.ts'
import { localeOf, localeOfBrowser } from '../../../src/runtime/http/page/page-language.ts'
import { sendPage } from '../../onboarding/send-page.ts'
import { stateCard } from '../../onboarding/state-card.ts'
import { SETUPS_PATH } from '../paths.ts'
import { readShopName } from '../shops/shop-name.ts'
import { SHOPIFY_TEXTS } from '../texts.ts'

/** The merchant's choice, else the admin's language, else the browser's. */
export const localeOfAdmin = (request: Request): Language => {
  const { locale } = request.query
  if (typeof locale !== 'string') return localeOf(request, localeOfBrowser(request))
  return localeOf(request, /^es\b/i.test(locale) ? 'es' : 'en')
}

export const INSTALL_PATH = '/shopify/install'

/** Returns the URL where a shop authorizes the app. */
export const installUrl = (shop: string): string => `${INSTALL_PATH}?shop=${shop}`

export const ASSETS_PATH = '/shopify/assets'

const STATUS = {
  bad_shop: 400,
  not_checked: 403,
  shop_away: 502,
  shop_refused: 403,
} as const

export type InstallProblem = keyof typeof STATUS

export const sendInstallProblem = (
  request: Request,
  response: Response,
  problem: InstallProblem,
): void => {
  const locale = localeOf(request, localeOfBrowser(request))
  const { install, setups } = SHOPIFY_TEXTS[locale]
  const shop = readShopName(request.query.shop)
  const { title, message } = install.problems[problem]
  const link = shop
    ? { url: installUrl(shop), label: install.tryAgain }
    : { url: SETUPS_PATH, label: setups.seeWays }
  sendPage(response.status(STATUS[problem]), {
    locale,
    title,
    assetsPath: ASSETS_PATH,
    card: stateCard({ mark: 'not-paid', title, message, links: [link] }),
    path: INSTALL_PATH,
    query: { shop },
  })
}

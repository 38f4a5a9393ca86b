import type { Request, Response } from 'express'
import { localeOf, localeOfBrowser } from '../../../src/runtime/http/page/page-language.ts'
import { sendPage } from '../../onboarding/send-page.ts'
import { stateCard } from '../../onboarding/state-card.ts'
import { setupsTexts } from '../distribution/setups-texts.ts'
import { SETUPS_PATH } from '../paths.ts'
import { readShopName } from '../shops/shop-name.ts'
import { type InstallProblem, installTexts } from './texts.ts'

export const INSTALL_PATH = '/shopify/install'

/** Returns the URL where a shop authorizes the app. */
export const installUrl = (shop: string): string => `${INSTALL_PATH}?shop=${shop}`

export const ASSETS_PATH = '/shopify/assets'

const STATUS: Record<InstallProblem, number> = {
  bad_shop: 400,
  not_checked: 403,
  shop_away: 502,
  shop_refused: 403,
}

export const sendInstallProblem = (
  request: Request,
  response: Response,
  problem: InstallProblem,
): void => {
  const locale = localeOf(request, localeOfBrowser(request))
  const texts = installTexts[locale]
  const shop = readShopName(request.query.shop)
  const { title, message } = texts.problems[problem]
  const link = shop
    ? { url: installUrl(shop), label: texts.tryAgain }
    : { url: SETUPS_PATH, label: setupsTexts[locale].seeWays }
  sendPage(response.status(STATUS[problem]), {
    locale,
    title,
    assetsPath: ASSETS_PATH,
    card: stateCard({ mark: 'not-paid', title, message, links: [link] }),
    path: INSTALL_PATH,
    query: { shop },
  })
}

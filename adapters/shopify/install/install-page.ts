import type { Request, Response } from 'express'
import { renderDocument } from '../../../src/http/pay-pages/document.ts'
import { localeOf, localeOfBrowser } from '../../../src/http/pay-pages/language.ts'
import { speak } from '../../../src/http/reader-language.ts'
import { type Html, html } from '../../../src/runtime/html.ts'
import { waysTexts } from '../distribution/ways-texts.ts'
import { WAYS_PATH } from '../paths.ts'
import { readShopName } from '../shop-name.ts'
import { type InstallProblem, installTexts } from './texts.ts'

export const INSTALL_PATH = '/shopify/install'

/** Where a shop says yes to the app, or says it again. */
export const installUrl = (shop: string): string => `${INSTALL_PATH}?shop=${shop}`

export const ASSETS_PATH = '/shopify/assets'

export const STYLE: Html = html`<link rel="stylesheet" href="${ASSETS_PATH}/connect.css">`

/** Something that somebody has to know or do, with one way on. */
export const stateCard = ({
  mark,
  title,
  message,
  link,
}: {
  /** One of those of the customers' pages. */
  mark: 'not-paid' | 'ended' | 'confirming' | 'paid'
  title: string
  message: string
  /** In the whole window: Shopify's own pages do not open within another one. */
  link?: { url: string; label: string } | undefined
}): Html => html`<div class="state ${mark}">
<div class="mark" aria-hidden="true"></div>
<h1>${title}</h1>
<p>${message}</p>
${link && html`<a class="action" href="${link.url}" target="_top">${link.label}</a>`}
</div>`

const STATUS: Record<InstallProblem, number> = {
  bad_shop: 400,
  not_checked: 403,
  shop_away: 502,
  shop_refused: 403,
}

/** Says why an installation does not go on. */
export const sendInstallProblem = (
  request: Request,
  response: Response,
  problem: InstallProblem,
): void => {
  const locale = localeOf(request, localeOfBrowser(request))
  speak(response, locale)
  const texts = installTexts[locale]
  const shop = readShopName(request.query.shop)
  const { title, message } = texts.problems[problem]
  const link = shop
    ? { url: installUrl(shop), label: texts.tryAgain }
    : { url: WAYS_PATH, label: waysTexts[locale].seeWays }
  const other = new URLSearchParams({ lang: locale === 'es' ? 'en' : 'es' })
  if (shop) other.set('shop', shop)
  response.status(STATUS[problem]).send(
    renderDocument({
      locale,
      title,
      head: STYLE,
      card: stateCard({ mark: 'not-paid', title, message, link }),
      otherLanguageUrl: `${INSTALL_PATH}?${other}`,
    }),
  )
}

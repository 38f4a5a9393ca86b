import type { OrderRow } from '../../db/db.ts'
import { formatMessage } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { type Html, html } from '../../runtime/http/page/html.ts'
import { renderDocument, type ShopOnPage } from './document.ts'
import { orderAmountText, orderSummary } from './order-summary.ts'
import type { PageKind } from './page-kinds.ts'

export interface PageOptions {
  kind: PageKind
  locale: Language
  order?: OrderRow
  shop?: ShopOnPage | undefined
  action?: { label: 'toShop' | 'tryAgain'; url: string }
  poll?: Polling
  redirectUrl?: string | undefined
  /** Defaults to a few seconds. */
  redirectSeconds?: number
  otherLanguageUrl: string
}

/** Without scripts, the browser loads `pageUrl` after `reloadSeconds`. */
export interface Polling {
  statusUrl: string
  pageUrl: string
  reloadSeconds: number
  /** Link to the payment page, offered after a long wait. */
  unfinishedUrl?: string
  isLate?: boolean
}

const REDIRECT_SECONDS = 3

/** Renders a customer page: a heading, a sentence and at most one action. */
export const renderPage = (options: PageOptions): string => {
  const { locale, kind, order, shop, poll, redirectUrl, otherLanguageUrl } = options
  const { title } = TEXTS[locale].payPages.pages[kind]
  const message = messageOf(options)
  return renderDocument({
    locale,
    title,
    shop,
    head: poll
      ? pollingTags(poll)
      : redirectUrl
        ? refreshTag(options.redirectSeconds ?? REDIRECT_SECONDS, redirectUrl)
        : undefined,
    card: html`<div id="state" class="state ${kind}" data-kind="${kind}"${redirectAttributes(redirectUrl)}>
<div class="mark" aria-hidden="true"></div>
<h1 tabindex="-1">${title}</h1>
<p>${message}</p>
${poll && lateNotice(poll, locale)}
${actionOf(options)}
</div>
${order && orderSummary(order, locale)}`,
    otherLanguageUrl,
  })
}

interface PageTexts {
  message: string
  /** Replaces `message` on the page of an order, with its number and amount. */
  ofOrder?: string
}

const messageOf = ({ kind, order, locale }: PageOptions): string => {
  const { message, ofOrder }: PageTexts = TEXTS[locale].payPages.pages[kind]
  if (!order || !ofOrder) return message
  const name = order.number ?? order.external_id
  return formatMessage(ofOrder, { order: name, amount: orderAmountText(order, locale) }, locale)
}

const pollingTags = ({ statusUrl, pageUrl, reloadSeconds }: Polling): Html =>
  html`<noscript>${refreshTag(reloadSeconds, pageUrl)}</noscript>
<script src="/pay/assets/poll.js" defer data-status-url="${statusUrl}"></script>`

const refreshTag = (seconds: number, url: string): Html =>
  html`<meta http-equiv="refresh" content="${seconds};url=${url}">`

/** For poll.js: browsers ignore the refresh tag of a parsed document. */
const redirectAttributes = (url: string | undefined): Html | undefined =>
  url ? html` data-redirect-url="${url}" data-redirect-seconds="${REDIRECT_SECONDS}"` : undefined

const lateNotice = ({ unfinishedUrl, isLate }: Polling, locale: Language): Html | undefined => {
  if (!unfinishedUrl) return undefined
  const { late, unfinished } = TEXTS[locale].payPages.labels
  const link = html`<a href="${unfinishedUrl}">${unfinished}</a>`
  return html`<p class="late"${isLate ? '' : html` hidden`}>${late} ${link}</p>`
}

const actionOf = ({ action, redirectUrl, locale }: PageOptions): Html | undefined => {
  if (!action) return undefined
  const label = TEXTS[locale].payPages.labels
  const link = html`<a class="action" href="${action.url}">${label[action.label]}</a>`
  return redirectUrl ? html`${link}\n<p class="forward">${label.forward}</p>` : link
}

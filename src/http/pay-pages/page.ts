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
  action?: { label: 'toShop' | 'toPayment' | 'tryAgain'; url: string }
  poll?: Polling
  redirectUrl?: string | undefined
  /** Defaults to a few seconds. */
  redirectSeconds?: number
  /** Origin of the shop's page that frames this one. */
  framedBy?: string | undefined
  otherLanguageUrl: string
}

export interface Polling {
  statusUrl: string
  /** Link for browsers without scripts, unless the page has an action. */
  pageUrl?: string
  /** Link to the payment page, offered after a long wait. */
  unfinishedUrl?: string
  isLate?: boolean
}

const REDIRECT_SECONDS = 3

/** Shows a heading, a sentence and at most one action. */
export const renderPage = (options: PageOptions): string => {
  const { locale, kind, order, shop, poll, redirectUrl, framedBy, otherLanguageUrl } = options
  const { title } = TEXTS[locale].payPages.pages[kind]
  const message = messageOf(options)
  return renderDocument({
    locale,
    title,
    shop,
    framedBy,
    head: poll || redirectUrl ? pollScript(poll) : undefined,
    card: html`<div id="state" class="state ${kind}" data-kind="${kind}"${redirectAttributes(options)}>
<div class="mark" aria-hidden="true"></div>
<h1 tabindex="-1">${title}</h1>
<p>${message}</p>
${poll && lateNotice(poll, locale)}
${poll?.pageUrl && withoutScripts(poll.pageUrl, locale)}
${actionOf(options)}
</div>
${order && orderSummary(order, locale)}`,
    otherLanguageUrl,
  })
}

interface PageTexts {
  message: string
  /** Replaces `message`, with number and amount of the order. */
  ofOrder?: string
}

const messageOf = ({ kind, order, locale }: PageOptions): string => {
  const { message, ofOrder }: PageTexts = TEXTS[locale].payPages.pages[kind]
  if (!order || !ofOrder) return message
  const name = order.number ?? order.external_id
  return formatMessage(ofOrder, { order: name, amount: orderAmountText(order, locale) }, locale)
}

const pollScript = (poll: Polling | undefined): Html =>
  html`<script src="/pay/assets/poll.js" defer${poll && html` data-status-url="${poll.statusUrl}"`}></script>`

/** For poll.js. Without scripts, the customer follows the action. */
const redirectAttributes = ({ redirectUrl, redirectSeconds }: PageOptions): Html | undefined =>
  redirectUrl
    ? html` data-redirect-url="${redirectUrl}" data-redirect-seconds="${redirectSeconds ?? REDIRECT_SECONDS}"`
    : undefined

const withoutScripts = (pageUrl: string, locale: Language): Html => {
  const { noScripts, checkAgain } = TEXTS[locale].payPages.labels
  return html`<div class="without-scripts"><p>${noScripts}</p><a class="action" href="${pageUrl}">${checkAgain}</a></div>`
}

const lateNotice = ({ unfinishedUrl, isLate }: Polling, locale: Language): Html | undefined => {
  if (!unfinishedUrl) return undefined
  const { late, unfinished } = TEXTS[locale].payPages.labels
  const link = html`<a href="${unfinishedUrl}">${unfinished}</a>`
  return html`<p class="late"${isLate ? '' : html` hidden`}>${late} ${link}</p>`
}

const actionOf = (options: PageOptions): Html | undefined => {
  const { action, redirectUrl, framedBy, locale } = options
  if (!action) return undefined
  const label = TEXTS[locale].payPages.labels
  const leavesFrame = framedBy !== undefined && action.label !== 'tryAgain'
  const link = html`<a class="action" href="${action.url}"${leavesFrame && html` target="_top"`}>${label[action.label]}</a>`
  return redirectUrl && action.label === 'toShop'
    ? html`${link}\n<p class="forward" hidden>${label.forward}</p>`
    : link
}

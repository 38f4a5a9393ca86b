import type { OrderRow } from '../../ledger/ledger.ts'
import type { Locale } from '../../ledger/tables.ts'
import { type Html, html } from '../../platform/html.ts'
import { formatMoney, moneyFromMinor } from '../../platform/money.ts'
import { labels, type PageKind, pageTexts } from './texts.ts'

export interface PageOptions {
  kind: PageKind
  locale: Locale
  order?: OrderRow
  /** The name of the shop, and whether its payments move no money. */
  shop?: { name: string; isTest: boolean } | undefined
  /** A link that the page offers. */
  action?: { label: 'toShop' | 'tryAgain'; url: string }
  /** The page looks by itself how things stand. */
  poll?: Polling
  /** Where the page leads by itself after a moment. */
  forwardUrl?: string | undefined
  /** The same page in the other language. */
  otherLanguageUrl: string
}

/** A script asks `statusUrl`; a browser without scripts loads `pageUrl` after `reloadSeconds`. */
export interface Polling {
  statusUrl: string
  pageUrl: string
  reloadSeconds: number
  /** Where a customer goes on who did not finish paying; offered when waiting takes long. */
  unfinishedUrl?: string
  /** It has taken long already. */
  isLate?: boolean
}

const FORWARD_SECONDS = 3

/** A customer's page: one card with a heading, a sentence, and at most one thing to do. */
export const renderPage = (options: PageOptions): string => {
  const { locale, kind, order, shop, poll, forwardUrl } = options
  const { title, message } = pageTexts[locale][kind]
  const label = labels[locale]
  const other = locale === 'es' ? 'en' : 'es'
  const forwardTag = forwardUrl && refreshTag(FORWARD_SECONDS, forwardUrl)
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${shop ? `${title} · ${shop.name}` : title}</title>
<link rel="icon" href="/pay/assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/pay/assets/pay.css">
${poll ? pollingTags(poll) : forwardTag}
</head>
<body>
${shop?.isTest && html`<header class="test"><p>${label.test}</p></header>`}
<main class="card">
${shop && html`<p class="shop">${shop.name}</p>`}
<p id="news" class="hidden" role="status"></p>
<div id="state" class="state ${kind}" data-kind="${kind}"${forwardAttributes(forwardUrl)}>
<div class="mark" aria-hidden="true"></div>
<h1 tabindex="-1">${title}</h1>
<p>${message}</p>
${poll && lateNotice(poll, locale)}
${actionOf(options)}
</div>
${order && summaryOf(order, locale)}
</main>
<footer><a href="${options.otherLanguageUrl}" lang="${other}" hreflang="${other}">${label.other}</a></footer>
</body>
</html>
`.markup
}

const pollingTags = ({ statusUrl, pageUrl, reloadSeconds }: Polling): Html =>
  html`<noscript>${refreshTag(reloadSeconds, pageUrl)}</noscript>
<script src="/pay/assets/poll.js" defer data-status-url="${statusUrl}"></script>`

const refreshTag = (seconds: number, url: string): Html =>
  html`<meta http-equiv="refresh" content="${seconds};url=${url}">`

/** For the script, when it takes the page over: a browser follows no refresh of another document. */
const forwardAttributes = (url: string | undefined): Html | undefined =>
  url ? html` data-forward-url="${url}" data-forward-seconds="${FORWARD_SECONDS}"` : undefined

const lateNotice = ({ unfinishedUrl, isLate }: Polling, locale: Locale): Html | undefined => {
  if (!unfinishedUrl) return undefined
  const { late, unfinished } = labels[locale]
  const link = html`<a href="${unfinishedUrl}">${unfinished}</a>`
  return html`<p class="late"${isLate ? '' : html` hidden`}>${late} ${link}</p>`
}

const actionOf = ({ action, forwardUrl, locale }: PageOptions): Html | undefined => {
  if (!action) return undefined
  const label = labels[locale]
  const link = html`<a class="action" href="${action.url}">${label[action.label]}</a>`
  return forwardUrl ? html`${link}\n<p class="forward">${label.forward}</p>` : link
}

const summaryOf = (order: OrderRow, locale: Locale): Html => {
  const name = order.number ?? order.external_id
  const amount = html`${amountText(order, locale)} <abbr>${order.currency}</abbr>`
  return html`<dl><dt>${labels[locale].order} ${name}</dt><dd>${amount}</dd></dl>`
}

const NUMBERS: Record<Locale, string> = { es: 'es-HN', en: 'en-HN' }

/** An amount as people read it, `L 1,250.50`: Intl takes the decimal string exactly. */
const amountText = ({ amount_minor, currency }: OrderRow, locale: Locale): string => {
  const decimal = formatMoney(moneyFromMinor(amount_minor, currency))
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat(NUMBERS[locale], style).format(decimal as Intl.StringNumericLiteral)
}

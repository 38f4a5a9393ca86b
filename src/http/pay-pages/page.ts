import type { OrderRow } from '../../ledger/ledger.ts'
import type { Locale } from '../../ledger/tables.ts'
import { formatMoney, moneyFromMinor } from '../../platform/money.ts'
import { labels, type PageKind, pageTexts } from './texts.ts'

export interface PageOptions {
  kind: PageKind
  locale: Locale
  order?: OrderRow
  /** A link that the page offers. */
  action?: { label: 'toShop' | 'tryAgain'; url: string }
  /** The page looks by itself how things stand: at `statusUrl` by script, at `pageUrl` without. */
  poll?: { statusUrl: string; pageUrl: string }
  /** Where the page leads by itself after a moment. */
  forwardUrl?: string | undefined
  /** The same page in the other language. */
  otherLanguageUrl: string
}

/** A customer's page: one card with a heading, a sentence, and at most one thing to do. */
export const renderPage = (options: PageOptions): string => {
  const { locale, kind, order, action, poll, forwardUrl } = options
  const { title, message } = pageTexts[locale][kind]
  const label = labels[locale]
  return `<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/pay/assets/pay.css">
${poll ? pollingTags(poll, kind) : ''}
${forwardUrl ? `<meta http-equiv="refresh" content="2;url=${escapeHtml(forwardUrl)}">` : ''}
</head>
<body>
<main class="card ${kind}">
<div class="mark" aria-hidden="true"></div>
<h1>${escapeHtml(title)}</h1>
<p role="status">${escapeHtml(message)}</p>
${order ? summaryOf(order, locale) : ''}
${action ? `<a class="action" href="${escapeHtml(action.url)}">${label[action.label]}</a>` : ''}
</main>
<footer><a href="${escapeHtml(options.otherLanguageUrl)}" lang="${locale === 'es' ? 'en' : 'es'}">${label.other}</a></footer>
</body>
</html>
`
}

const pollingTags = (
  { statusUrl, pageUrl }: { statusUrl: string; pageUrl: string },
  kind: PageKind,
) =>
  `<noscript><meta http-equiv="refresh" content="3;url=${escapeHtml(pageUrl)}"></noscript>
<script src="/pay/assets/poll.js" defer data-status-url="${escapeHtml(statusUrl)}" data-kind="${kind}"></script>`

const summaryOf = (order: OrderRow, locale: Locale): string => {
  const amount = formatMoney(moneyFromMinor(order.amount_minor, order.currency))
  const name = escapeHtml(order.number ?? order.external_id)
  return `<dl><dt>${labels[locale].order} ${name}</dt><dd>${amount} ${order.currency}</dd></dl>`
}

const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

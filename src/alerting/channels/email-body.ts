import { type Html, html } from '../../runtime/http/page/html.ts'
import type { AlertMessageText, OrderText } from '../messages/message-text.ts'

/** Renders a message as plain text, in paragraphs. */
export const plainBody = (message: AlertMessageText): string => {
  const { title, paragraphs, orders, moreOrders, footer, open } = message
  return [
    title,
    ...paragraphs,
    ...orders.map(plainOrder),
    moreOrders,
    footer.join(' '),
    `${open.label}: ${open.url}`,
  ]
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
}

const plainOrder = ({ links, ...order }: OrderText): string =>
  [lineOf(order), ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n')

const lineOf = ({ order, customer, sum }: Omit<OrderText, 'links'>): string =>
  [order, customer, sum].filter((part) => part !== '').join(' · ')

/** Renders a message as a small HTML page that fits a phone, in its reader's colours. */
export const htmlBody = (
  { title, paragraphs, orders, moreOrders, footer, open }: AlertMessageText,
  language: string,
): string =>
  html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
</head>
<body style="margin:0;padding:16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif">
<div style="max-width:560px;margin:0 auto;overflow-wrap:anywhere">
<h1 style="font-size:20px;line-height:1.3;margin:0 0 16px">${title}</h1>
${paragraphs.map(paragraphOf)}${orders.map(htmlOrder)}${[moreOrders, footer.join(' ')].filter(Boolean).map(paragraphOf)}<p style="margin:24px 0 0"><a href="${open.url}" style="display:inline-block;padding:10px 16px;border-radius:6px;background:#1b5fc1;color:#fff;text-decoration:none;font-weight:600">${open.label}</a></p>
</div>
</body>
</html>
`.markup

const paragraphOf = (text: string): Html => html`<p style="margin:0 0 16px">${text}</p>
`

const htmlOrder = ({ links, ...order }: OrderText): Html =>
  html`<p style="margin:0 0 16px;padding-left:12px;border-left:3px solid #8aa4c8"><strong>${lineOf(order)}</strong>${links.map(
    ({ label, url }) => html`<br><a href="${url}" style="line-height:2">${label}</a>`,
  )}</p>
`

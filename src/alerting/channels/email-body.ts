import { type Html, html } from '../../runtime/http/page/html.ts'
import { mailButton, mailPage, mailParagraph, mailTitle } from '../../runtime/mail/mail-page.ts'
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

/** Renders a message as HTML. */
export const htmlBody = (
  { title, paragraphs, orders, moreOrders, footer, open }: AlertMessageText,
  language: string,
): string =>
  mailPage({ title, language }, [
    mailTitle(title),
    ...paragraphs.map(mailParagraph),
    ...orders.map(htmlOrder),
    ...[moreOrders, footer.join(' ')].filter((text) => text !== '').map(mailParagraph),
    mailButton(open),
  ])

const htmlOrder = ({ links, ...order }: OrderText): Html =>
  html`<p style="margin:0 0 16px;padding-left:12px;border-left:3px solid #8aa4c8"><strong>${lineOf(order)}</strong>${links.map(
    ({ label, url }) => html`<br><a href="${url}" style="line-height:2">${label}</a>`,
  )}</p>
`

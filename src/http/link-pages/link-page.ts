import type { PaymentLinkRow, StoreRow } from '../../db/db.ts'
import { minuteText } from '../../domain/minute-text.ts'
import { formatMessage } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import type { OpenedLink } from '../../payments/links/find-link.ts'
import { linkUrlOf } from '../../payments/links/link-fields.ts'
import { placesLeft } from '../../payments/links/rules/link-state.ts'
import { type Html, html } from '../../runtime/http/page/html.ts'
import { renderDocument, shopOnPageOf } from '../pay-pages/document.ts'
import { amountOf, type LinkFormFields, linkForm } from './link-form.ts'

const STYLES = ['/l/assets/link.css']

interface Page {
  locale: Language
  publicUrl: string
  otherLanguageUrl: string
}

/** Renders an open link with the customer's own open payment and the form. */
export const renderLinkPage = (
  { link, store, taken }: OpenedLink,
  page: Page,
  { own, ...form }: Omit<LinkFormFields, 'link' | 'locale'> & { own?: OwnPayment | undefined },
): string => {
  const { locale } = page
  const texts = TEXTS[locale].paymentLinks.form
  const left = placesLeft(link, taken)
  const facts = [
    left === null ? undefined : formatMessage(texts.left, { left }, locale),
    link.ends_at && formatMessage(texts.until, { end: minuteText(link.ends_at, locale) }, locale),
  ].filter((fact) => fact)
  const title = link.amount_minor === null ? link.name : `${link.name} · ${amountOf(link, locale)}`
  return renderDocument({
    locale,
    title,
    shop: shopOnPageOf(store),
    stylesheets: STYLES,
    head: previewOf({ title, link, store, publicUrl: page.publicUrl }),
    card: html`<div class="link">
<h1>${link.name}</h1>
${link.amount_minor !== null && html`<p class="amount">${amountOf(link, locale)}</p>`}
${link.description && html`<p class="about">${link.description}</p>`}
${facts.length > 0 && html`<p class="facts">${facts.join(' · ')}</p>`}
</div>
${own && ownPaymentNotice(own, locale)}
${linkForm({ ...form, link, locale })}`,
    otherLanguageUrl: page.otherLanguageUrl,
  })
}

const ownPaymentNotice = ({ payUrl, payableUntil }: OwnPayment, locale: Language): Html => {
  const { form } = TEXTS[locale].paymentLinks
  const end = minuteText(payableUntil, locale)
  return html`<p class="own-payment">${formatMessage(form.ownPayment, { end }, locale)} <a href="${payUrl}">${form.continue}</a></p>`
}

/** Metadata for link previews in chats. */
const previewOf = ({
  title,
  link,
  store,
  publicUrl,
}: {
  title: string
  link: PaymentLinkRow
  store: StoreRow
  publicUrl: string
}): Html => {
  const logo = store.brand?.logo
  const facts = [
    ['og:type', 'website'],
    ['og:title', title],
    ['og:site_name', store.name],
    ['og:url', linkUrlOf({ publicUrl }, link)],
    ...(link.description ? [['og:description', link.description]] : []),
    ...(logo ? [['og:image', `${publicUrl}/brand/${logo}`]] : []),
  ]
  return html`${facts.map(([name = '', value = '']) => html`<meta property="${name}" content="${value}">\n`)}`
}

/** An order of the link that this browser opened and can still pay. */
export interface OwnPayment {
  payUrl: string
  payableUntil: Date
}

export type StatePage = keyof (typeof TEXTS)['en']['paymentLinks']['pages']

interface StatePageOptions {
  backUrl?: string | undefined
  own?: OwnPayment | undefined
}

/** Renders a page in place of the form, such as sold out or ended. */
export const renderLinkState = (
  kind: StatePage,
  { link, store, mayReopen }: Omit<OpenedLink, 'state'>,
  { locale, otherLanguageUrl }: Page,
  { backUrl, own }: StatePageOptions = {},
): string => {
  const { form } = TEXTS[locale].paymentLinks
  const texts: { title: string; message: string; returning?: string } =
    TEXTS[locale].paymentLinks.pages[kind]
  const message = (mayReopen ? texts.returning : undefined) ?? texts.message
  const end = own?.payableUntil ?? link.ends_at
  const values = {
    name: link.name,
    shop: store.name,
    start: link.starts_at ? minuteText(link.starts_at, locale) : '',
    end: end ? minuteText(end, locale) : '',
  }
  const action = own ? { url: own.payUrl, label: form.continue } : undefined
  const back = backUrl ? { url: backUrl, label: form.tryAgain } : undefined
  const { url, label } = action ?? back ?? {}
  return renderDocument({
    locale,
    title: texts.title,
    shop: shopOnPageOf(store),
    stylesheets: STYLES,
    card: html`<div id="state" class="state link-${kind}" data-kind="${kind}">
<div class="mark" aria-hidden="true"></div>
<h1 tabindex="-1">${texts.title}</h1>
<p>${formatMessage(message, values, locale)}</p>
${url && html`<a class="action" href="${url}">${label}</a>`}
</div>`,
    otherLanguageUrl,
  })
}

/** Renders the page of an unknown address. */
export const renderUnknownLink = (locale: Language, otherLanguageUrl: string): string => {
  const { title, message } = TEXTS[locale].paymentLinks.pages.unknown
  return renderDocument({
    locale,
    title,
    stylesheets: STYLES,
    card: html`<div id="state" class="state unknown-link" data-kind="unknown">
<div class="mark" aria-hidden="true"></div>
<h1 tabindex="-1">${title}</h1>
<p>${message}</p>
</div>`,
    otherLanguageUrl,
  })
}

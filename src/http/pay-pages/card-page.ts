import type { OrderRow, StoreRow } from '../../db/db.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import { formatMessage } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { type Policy, policyOf } from '../../payments/ports/policy.ts'
import { type Html, html } from '../../runtime/http/page/html.ts'
import { REASONS_BY_CODE, type Reason } from './decline-reasons.ts'
import { renderDocument, shopOnPageOf } from './document.ts'
import { orderAmountText, orderSummary } from './order-summary.ts'

interface CardPage {
  order: OrderRow
  store: StoreRow
  locale: Language
  sdkUrl: string
  reason?: Reason | undefined
  /** Origin of the shop's page that frames this one. */
  framedBy?: string | undefined
  otherLanguageUrl: string
}

/** Banks confirm by passkey, after redirects between origins. */
const BANK_FEATURES = 'payment *; publickey-credentials-get *'
/** A bank's page must not replace this one or the shop's, download files or open alerts. */
const BANK_SANDBOX = 'allow-forms allow-scripts allow-same-origin allow-popups'

/** Renders summary, the gateway's fields and one button (mode 2). */
export const renderCardPage = (page: CardPage): string => {
  const { order, store, locale, reason, framedBy, otherLanguageUrl } = page
  const policy = policyOf(store)
  const texts = TEXTS[locale].payPages.card
  const { card_page_theme: theme, card_page_accent_color: accent } = policy
  const settings = settingsOf(page)
  return renderDocument({
    locale,
    title: texts.title,
    shop: shopOnPageOf(store),
    theme: theme === 'auto' ? undefined : theme,
    framedBy,
    head: html`<script src="/pay/assets/card-page.js" defer></script>`,
    card: html`${orderSummary(order, locale)}
<form id="card-page" class="card-page" novalidate data-settings="${JSON.stringify(settings)}">
<h1 tabindex="-1">${texts.title}</h1>
<p id="problem" class="problem" role="alert" tabindex="-1"${reason ? html` data-reason="${reason}"` : html` hidden`}>${reason && texts.reasons[reason]}</p>
${offersToSave(order, policy) && saveCard(locale, { shop: store.name, identity: order.customer.identity_number ?? '' })}
<div id="fields" role="group" aria-label="${texts.fields}" tabindex="-1"><p id="loading" class="loading">${texts.loading}</p><div id="card-fields"></div></div>
<noscript><p class="problem">${texts.noScripts}</p></noscript>
<p id="missing" class="missing"></p>
<button id="pay" type="submit" class="action" disabled aria-describedby="missing"${accent && html` style="${accentStyle(accent)}"`}>${settings.texts.pay}</button>
<div id="no-fields" hidden><p class="problem">${texts.noFields}</p><a class="action" href="">${texts.tryAgain}</a></div>
<p class="privacy">${texts.privacy}</p>
${order.cancel_url && !framedBy && html`<p class="back"><a href="${order.cancel_url}">${TEXTS[locale].payPages.labels.toShop}</a></p>`}
</form>
<div id="waiting" class="state confirming" hidden>
<div class="mark" aria-hidden="true"></div>
<h2 tabindex="-1">${texts.waiting.title}</h2>
<p>${texts.waiting.message}</p>
</div>
${offersToSave(order, policy) && reloadDialog(texts.reload)}
<dialog id="bank" class="dialog" aria-labelledby="bank-title">
<h2 id="bank-title">${texts.bank.title}</h2>
<p>${texts.bank.message}</p>
<iframe id="bank-page" title="${texts.bank.title}" allow="${BANK_FEATURES}" sandbox="${BANK_SANDBOX}"></iframe>
${framedBy !== undefined && html`<p class="back"><a id="bank-window" href="" target="_blank" rel="noreferrer">${texts.bank.newWindow}</a></p>`}
<p id="other-card" class="back"><a href="${settings.payUrl}">${texts.bank.otherCard}</a></p>
</dialog>`,
    otherLanguageUrl,
  })
}

const settingsOf = ({ order, store, locale, sdkUrl, framedBy }: CardPage) => {
  const policy = policyOf(store)
  const texts = TEXTS[locale].payPages.card
  const link = `/pay/${order.pay_token}`
  const kept = new URLSearchParams({ lang: locale, ...(framedBy ? { framed_by: framedBy } : {}) })
  return {
    sdkUrl,
    publishableKey: store.publishable_key ?? '',
    locale,
    theme: policy.card_page_theme,
    accentColor: policy.card_page_accent_color ?? null,
    // Amount on the page; the server refuses to charge another.
    shown: {
      amount: formatMoney(moneyFromMinor(order.amount_minor, order.currency)),
      currency: order.currency,
    },
    payUrl: `${link}/card?${kept}`,
    returnUrl: `${link}/return?${kept}`,
    statusUrl: `${link}/return/status`,
    failedUrl: `${link}/card?failed=1&${kept}`,
    // Compares an identity number with the store's.
    identityUrl: `${link}/card/identity`,
    texts: {
      pay: formatMessage(texts.pay, { amount: orderAmountText(order, locale) }, locale),
      paying: texts.paying,
      missing: texts.missing,
      reload: { save: texts.reload.save, dontSave: texts.reload.dontSave },
      reasons: texts.reasons,
      identity: texts.noIdentity,
    },
    reasonsByCode: REASONS_BY_CODE,
  }
}

/** Without an identity number, no later search could find the saved card (4.14, rule 10). */
const offersToSave = (order: OrderRow, policy: Policy): boolean =>
  policy.save_cards && Boolean(order.customer.identity_number)

/** Unticked: saving needs explicit consent (2.5). */
const saveCard = (
  locale: Language,
  { shop, identity }: { shop: string; identity: string },
): Html => {
  const texts = TEXTS[locale].payPages.card
  const ending = endOf(identity)
  return html`<div class="save">
<input id="save-card" type="checkbox" autocomplete="off" aria-describedby="save-card-hint">
<label for="save-card">${formatMessage(texts.save, { shop }, locale)}</label>
<p id="save-card-hint">${texts.saveHint}</p>
<div id="identity-part" class="identity" hidden>
<label for="identity">${formatMessage(texts.identity, { ending }, locale)}</label>
<input id="identity" type="text" autocomplete="off" maxlength="50" aria-describedby="identity-problem">
<p id="identity-problem" class="problem" role="alert" hidden></p>
</div>
</div>`
}

/** Saving is fixed when the fields are mounted (4.14), so a late choice clears them. */
const reloadDialog = (texts: Record<'title' | 'yes' | 'no', string>): Html =>
  html`<dialog id="reload" class="dialog" aria-labelledby="reload-title" aria-describedby="reload-why">
<h2 id="reload-title">${texts.title}</h2>
<p id="reload-why"></p>
<button id="reload-no" type="button" class="action">${texts.no}</button>
<button id="reload-yes" type="button" class="action second">${texts.yes}</button>
</dialog>`

/** Two characters hint at the number without revealing it. */
const endOf = (identity: string): string => identity.replace(/[^\p{L}\p{N}]/gu, '').slice(-2)

/** Picks black or white text for contrast (WCAG 2.2, 1.4.3). */
const accentStyle = (accent: string): string => {
  const onAccent = luminanceOf(accent) > 0.179 ? '#000' : '#fff'
  return `--accent:${accent};--accent-strong:${accent};--on-accent:${onAccent}`
}

/** Relative luminance of `#rrggbb`, 0 to 1. */
const luminanceOf = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

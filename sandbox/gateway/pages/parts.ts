import { formatMoney, moneyFromMinor } from '../../../src/domain/money.ts'
import { moneyText } from '../../../src/domain/money-text.ts'
import type { Language } from '../../../src/locales/language.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { sandboxUrls } from '../addresses.ts'
import { type Card, inGroupsOfFour, type TestCardName, testCardList } from '../cards.ts'
import type { GatewayTexts } from '../locales/texts.ts'

export const fact = (label: string, value: string | Html | null | undefined): Html | false =>
  Boolean(value) && html`<dt>${label}</dt><dd>${value}</dd>`

/** `VISA ···· 1111` */
export const cardText = ({ card_brand, card_last_four }: Card): string =>
  `${card_brand.toUpperCase()} ···· ${card_last_four}`

export const declineText = (
  isoResponseCode: string | null,
  { declines }: Pick<GatewayTexts, 'declines'>,
): string => {
  const texts: Readonly<Record<string, string>> = declines
  return texts[isoResponseCode ?? ''] ?? declines.other
}

export const alertNotice = (title: string, content: Html | readonly Html[], mood = ' bad'): Html =>
  html`<div class="notice${mood}" role="alert" tabindex="-1" autofocus>
  <h2>${title}</h2>
  ${content}
</div>`

export const secretValue = (label: string, value: string, hint?: string): Html =>
  html`<p class="label">${label}</p><p><code class="secret">${value}</code></p>${hint && html`<p class="hint">${hint}</p>`}`

export const testCardsList = ({
  labels,
  testCards,
}: Pick<GatewayTexts, 'labels'> & { testCards: Record<TestCardName, string> }): Html =>
  html`<p>${labels.testCardsHint}</p>
<ul>${testCardList().map(
    ({ name, number }) =>
      html`<li><code>${inGroupsOfFour(number)}</code> <span>${testCards[name]}</span></li>`,
  )}</ul>`

export const gatewayAddresses = (publicUrl: string, { labels }: GatewayTexts): Html => {
  const { api, embed, sdk } = sandboxUrls(publicUrl)
  return html`<h2>${labels.addresses}</h2>
<section class="card keys">
${secretValue(labels.apiBase, api)}
${secretValue(labels.embedBase, embed)}
${secretValue(labels.sdkUrl, sdk)}
</section>`
}

/** Formats `L 125.50`, but `USD 125.50` for others, since several currencies share a symbol. */
export const checkoutAmountText = (
  minor: bigint,
  { currency_code }: { currency_code: string },
  language: Language,
): string => {
  const decimal = formatMoney(moneyFromMinor(minor, currency_code))
  const display = currency_code === 'HNL' ? 'narrowSymbol' : 'code'
  return moneyText(decimal, currency_code, language, display)
}

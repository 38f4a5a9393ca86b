import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { SHOP_TEXTS } from '../locales/texts.ts'
import type { ShopOrder } from '../orders.ts'
import { cardExpiry, cardName, type WalletCard } from '../saved-cards.ts'
import { layout, payingStyle, type ShopVisit, testCards } from './layout.ts'
import { demoOrderSummary, orderPath, payForm } from './order.ts'

export const paymentMethodsPage = (
  visit: ShopVisit,
  shown: {
    order: ShopOrder
    cards: readonly WalletCard[]
    canPayHere: boolean
    hasCardPage: boolean
  },
): string => {
  const { order, cards } = shown
  const { language } = visit
  const t = SHOP_TEXTS[language].ways
  return layout(visit, {
    title: t.title,
    head: payingStyle,
    content: html`<section class="card">
  <div class="choose">
    <h1>${t.title}</h1>
    ${order.payUrl ? html`<p class="advice">${t.openTab}</p>` : html`<p>${t.message}</p>`}
    ${cards.length > 0 && savedCards(order, { cards, visit })}
    <ul class="ways">
      <li>${payForm(order, { language, label: t.hosted })}<p>${t.hostedHint}</p></li>
      ${shown.canPayHere && html`<li><a class="button second" href="${orderPath(order)}/card?lang=${language}">${t.here}</a><p>${t.hereHint}</p></li>`}
      ${shown.hasCardPage && html`<li><button class="button second" form="pay" name="mode" value="card_page">${t.cardPage}</button><p>${t.cardPageHint}</p></li>`}
    </ul>
  </div>
  ${demoOrderSummary(order, language)}
</section>
${testCards(language)}`,
  })
}

const savedCards = (
  order: ShopOrder,
  { cards, visit: { language } }: { cards: readonly WalletCard[]; visit: ShopVisit },
): Html => {
  const t = SHOP_TEXTS[language].ways
  return html`<form class="saved" method="post" action="${orderPath(order)}/saved-card" aria-labelledby="saved">
      <input type="hidden" name="lang" value="${language}">
      <h2 id="saved">${t.saved}</h2>
      <ul>${cards.map(
        (card) =>
          html`<li><button class="button" name="card" value="${card.id}">${formatMessage(t.payWith, { card: cardName(card) }, language)}</button><span>${formatMessage(t.expires, { date: cardExpiry(card) }, language)}</span></li>`,
      )}</ul>
    </form>`
}

import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { SHOP_TEXTS } from '../locales/texts.ts'
import { cardExpiry, cardName, type WalletCard } from '../saved-cards.ts'
import { layout, payingStyle, SHOP_PATH, type ShopVisit } from './layout.ts'

export const CARDS_PATH = `${SHOP_PATH}/cards`

export const cardsPage = (
  visit: ShopVisit,
  {
    cards,
    said,
  }: { cards: readonly WalletCard[]; said?: 'forgotten' | 'notForgotten' | undefined },
): string => {
  const { language } = visit
  const t = SHOP_TEXTS[language].cards
  return layout(visit, {
    title: t.title,
    head: payingStyle,
    content: html`<section class="card">
  <div class="choose">
    <h1>${t.title}</h1>
    ${said && html`<p class="advice" role="status">${t[said]}</p>`}
    ${cards.length > 0 ? list(cards, visit) : html`<p><strong>${t.none}.</strong> ${t.noneHint}</p>`}
  </div>
</section>`,
  })
}

const list = (cards: readonly WalletCard[], { language }: ShopVisit): Html => {
  const t = SHOP_TEXTS[language].cards
  return html`<p>${t.list}</p>
    <form class="saved" method="post" action="${CARDS_PATH}/forget">
      <input type="hidden" name="lang" value="${language}">
      <ul>${cards.map(
        (card) =>
          html`<li><strong>${cardName(card)}</strong><span>${formatMessage(SHOP_TEXTS[language].ways.expires, { date: cardExpiry(card) }, language)}</span><button class="button second" name="card" value="${card.id}">${t.forget}<span class="hidden"> ${cardName(card)}</span></button></li>`,
      )}</ul>
    </form>`
}

import type { Language } from '../../../src/locales/language.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { priceText } from '../catalogue.ts'
import { declineReason } from '../decline-reason.ts'
import { SHOP_TEXTS } from '../locales/texts.ts'
import type { OrderState, ShopOrder } from '../orders.ts'
import { layout, orderStateCard, SHOP_PATH, type ShopVisit, testCards } from './layout.ts'

/** Unpaid states. */
const OPEN_STATES: readonly OrderState[] = ['waiting', 'declined', 'expired']

/** Polling stops in these states. */
const FINAL_STATES: readonly OrderState[] = ['paid', 'part-returned', 'returned']

/**
 * `cancelled`: the customer returned without paying. A script polls the state; without JavaScript
 * a link loads the page again.
 */
export const orderPage = (
  visit: ShopVisit,
  { order, cancelled }: { order: ShopOrder; cancelled: boolean },
): string => {
  const { language } = visit
  const notYet = cancelled && order.state === 'waiting'
  const { title, message } = notYet
    ? SHOP_TEXTS[language].notYet
    : SHOP_TEXTS[language].states[order.state]
  const path = orderPath(order)
  const open = OPEN_STATES.includes(order.state)
  const final = FINAL_STATES.includes(order.state)
  return layout(visit, {
    title,
    head: html`${
      !final &&
      html`<script src="${SHOP_PATH}/assets/order.js" defer data-status-url="${path}/status"></script>`
    }`,
    content: html`<p id="page-status" class="hidden" role="status"></p>
${orderStateCard({
  look: html`id="state" class="state ${notYet ? 'not-yet' : order.state}" data-state="${order.state}"${final && html` data-final`}`,
  title,
  message,
  more:
    order.state === 'declined' &&
    order.declineCode !== undefined &&
    html`<p class="reason">${declineReason(order.declineCode, language)}</p>`,
  actions: wayOn(order, { language, notYet }),
  summary: demoOrderSummary(order, language),
})}
${open && testCards(language)}`,
  })
}

const wayOn = (order: ShopOrder, { language, notYet }: { language: Language; notYet: boolean }) => {
  const t = SHOP_TEXTS[language]
  const ways = `${orderPath(order)}/ways?lang=${language}`
  const otherWay = html`<a class="quiet" href="${ways}">${t.otherWay}</a>`
  switch (order.state) {
    case 'waiting':
      if (!order.payUrl) return html`<a class="button" href="${ways}">${t.pay}</a>`
      return html`${
        notYet
          ? html`<a class="button" href="${order.payUrl}">${t.pay}</a>`
          : html`<a class="button without-scripts" href="${orderPath(order)}?lang=${language}">${t.checkAgain}</a><a class="quiet" href="${order.payUrl}">${t.payLink}</a>`
      }${otherWay}`
    case 'declined':
      return html`<a class="button" href="${order.payUrl ?? ways}">${t.payAgain}</a>${otherWay}`
    case 'expired':
      return payForm(order, { language, label: t.newLink })
    default:
      return html`<a class="button" href="${SHOP_PATH}?lang=${language}">${t.backToShop}</a>`
  }
}

/** Requests a checkout. */
export const payForm = (
  order: ShopOrder,
  { language, label }: { language: Language; label: string },
): Html =>
  html`<button class="button" form="pay">${label}</button><form id="pay" method="post" action="${orderPath(order)}/pay"><input type="hidden" name="lang" value="${language}"></form>`

export const demoOrderSummary = ({ number, product }: ShopOrder, language: Language): Html => {
  const t = SHOP_TEXTS[language]
  return html`<div class="summary">
    <img src="${SHOP_PATH}/assets/${product.id}.svg" width="80" height="60" alt="">
    <p><strong>${t.products[product.id].name}</strong><span>${t.order} ${number}</span></p>
    <p class="price"><span class="hidden">${t.amount}: </span>${priceText(product.price, language)}</p>
  </div>`
}

export const orderPath = ({ id }: ShopOrder): string => `${SHOP_PATH}/orders/${id}`

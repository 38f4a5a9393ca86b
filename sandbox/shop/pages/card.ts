import { formatMessage } from '../../../src/locales/format-message.ts'
import { html } from '../../../src/runtime/http/page/html.ts'
import { priceText } from '../catalogue.ts'
import type { CardFields } from '../context.ts'
import { SHOP_TEXTS } from '../locales/texts.ts'
import type { ShopOrder } from '../orders.ts'
import { layout, payingStyle, SHOP_PATH, type ShopVisit, testCards } from './layout.ts'
import { demoOrderSummary, orderPath, payForm } from './order.ts'

/**
 * Mounts the gateway's card fields: customers type into its iframe, and the page has only the
 * publishable key.
 */
export const cardPage = (
  visit: ShopVisit,
  { order, visitor, fields }: { order: ShopOrder; visitor: string; fields: CardFields },
): string => {
  const { language } = visit
  const t = SHOP_TEXTS[language].card
  const path = orderPath(order)
  const amount = priceText(order.product.price, language)
  const pay = formatMessage(t.pay, { amount }, language)
  const settings = {
    publishableKey: fields.publishableKey,
    locale: language,
    // Lookup key of saved cards (`gateway-api.md` 4.14, rule 10).
    customer: { identity_number: visitor },
    sendTo: `${path}/card`,
    bankUrl: `${path}/bank`,
    orderUrl: `${path}?lang=${language}`,
    texts: {
      again: t.again,
      unknown: t.unknown,
      failed: t.failed,
      pay,
      paying: t.paying,
      missing: t.missing,
      reload: { keep: t.reload.keep, dontKeep: t.reload.dontKeep },
    },
  }
  return layout(visit, {
    title: t.title,
    head: html`${payingStyle}
<script src="${fields.sdkUrl}" defer></script>
<script src="${SHOP_PATH}/assets/card.js" defer></script>`,
    content: html`<section class="card">
  <div class="choose">
    <h1>${t.title}</h1>
    <p>${t.message}</p>
    <div id="no-fields"><p class="advice">${t.noFields}</p>${payForm(order, { language, label: SHOP_TEXTS[language].ways.hosted })}</div>
    <p id="said" class="said" role="alert" tabindex="-1"></p>
    <form id="card-form" hidden novalidate data-settings="${JSON.stringify(settings)}">
      <label class="keep"><input type="checkbox" id="keep" aria-describedby="keep-hint"> <span>${t.keep}</span></label>
      <p class="hint" id="keep-hint">${t.keepHint}</p>
      <div id="card"></div>
      <p id="missing" class="missing"></p>
      <button type="submit" class="button wide" id="pay-now" disabled aria-describedby="missing">${pay}</button>
    </form>
    <p id="page-status" class="hidden" role="status"></p>
    <a class="quiet" href="${path}/ways?lang=${language}">${SHOP_TEXTS[language].otherWay}</a>
  </div>
  ${demoOrderSummary(order, language)}
</section>
${testCards(language, 'saving')}
<dialog id="reload" class="dialog" aria-labelledby="reload-title" aria-describedby="reload-why">
  <h2 id="reload-title">${t.reload.title}</h2>
  <p id="reload-why"></p>
  <button type="button" class="button" id="reload-no">${t.reload.no}</button>
  <button type="button" class="button second" id="reload-yes">${t.reload.yes}</button>
</dialog>
<dialog id="bank" class="dialog" aria-labelledby="bank-title">
  <h2 id="bank-title">${t.bankTitle}</h2>
  <p>${t.bankHint}</p>
  <iframe id="bank-page" title="${t.bankTitle}"></iframe>
  <a class="quiet" href="${path}?lang=${language}">${t.close}</a>
</dialog>`,
  })
}

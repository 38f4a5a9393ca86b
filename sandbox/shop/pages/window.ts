import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { type Product, priceText, products } from '../catalogue.ts'
import { SHOP_NAME, SHOP_TEXTS } from '../locales/texts.ts'
import { layout, orderStateCard, SHOP_PATH, type ShopVisit, testCards } from './layout.ts'

export const windowPage = (visit: ShopVisit): string => {
  const t = SHOP_TEXTS[visit.language]
  return layout(visit, {
    title: t.tagline,
    wide: true,
    content: html`<div class="intro">
  <p class="tagline">${t.tagline}</p>
  <h1>${t.intro}</h1>
</div>
<section aria-labelledby="products">
  <h2 id="products" class="hidden">${t.productsTitle}</h2>
  <ul class="products">${products.map((product) => offer(product, visit))}</ul>
</section>
${testCards(visit.language)}`,
  })
}

const offer = ({ id, price }: Product, { language }: ShopVisit): Html => {
  const { buy, products } = SHOP_TEXTS[language]
  const { name, about } = products[id]
  return html`<li class="product">
    <img src="${SHOP_PATH}/assets/${id}.svg" width="400" height="300" alt="">
    <div class="details">
      <h3>${name}</h3>
      <p>${about}</p>
      <form method="post" action="${SHOP_PATH}/orders">
        <input type="hidden" name="product" value="${id}">
        <input type="hidden" name="lang" value="${language}">
        <span class="price">${priceText(price, language)}</span>
        <button class="button">${buy}<span class="hidden"> ${name}</span></button>
      </form>
    </div>
  </li>`
}

export const noSuchOrderPage = (visit: ShopVisit): string => {
  const { title, message } = SHOP_TEXTS[visit.language].noSuchOrder
  return layout(visit, {
    title,
    content: orderStateCard({
      look: html`class="state expired"`,
      title,
      message,
      actions: html`<a class="button" href="${SHOP_PATH}?lang=${visit.language}">${SHOP_NAME}</a>`,
    }),
  })
}

import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { type Product, priceText, products } from '../catalogue.ts'
import { SHOP_NAME, texts } from '../texts.ts'
import { layout, SHOP_PATH, type ShopVisit, testCards } from './layout.ts'

export const windowPage = (visit: ShopVisit): string => {
  const t = texts[visit.language]
  return layout(visit, {
    title: t.tagline,
    wide: true,
    content: html`<div class="intro">
  <p class="tagline">${t.tagline}</p>
  <h1>${t.intro}</h1>
</div>
<section aria-labelledby="products">
  <h2 id="products" class="hidden">${t.products}</h2>
  <ul class="products">${products.map((product) => offer(product, visit))}</ul>
</section>
${testCards(visit.language)}`,
  })
}

const offer = ({ id, name, about, price }: Product, { language }: ShopVisit): Html =>
  html`<li class="product">
    <img src="${SHOP_PATH}/assets/${id}.svg" width="400" height="300" alt="">
    <div class="details">
      <h3>${name[language]}</h3>
      <p>${about[language]}</p>
      <form method="post" action="${SHOP_PATH}/orders">
        <input type="hidden" name="product" value="${id}">
        <input type="hidden" name="lang" value="${language}">
        <span class="price">${priceText(price, language)}</span>
        <button class="button">${texts[language].buy}<span class="hidden"> ${name[language]}</span></button>
      </form>
    </div>
  </li>`

export const noSuchOrderPage = (visit: ShopVisit): string => {
  const { title, message } = texts[visit.language].noSuchOrder
  return layout(visit, {
    title,
    content: html`<section class="card">
  <div class="state expired">
    <span class="mark" aria-hidden="true"></span>
    <h1>${title}</h1>
    <p>${message}</p>
    <div class="actions"><a class="button" href="${SHOP_PATH}?lang=${visit.language}">${SHOP_NAME}</a></div>
  </div>
</section>`,
  })
}

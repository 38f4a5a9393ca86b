import { type Html, html } from '../../../src/runtime/http/page/html.ts'

/** Brands that the card fields recognise; `card-rules.js` has their prefixes. */
const BRANDS = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

/** A script hides the others once a number is typed. */
export const acceptedBrands = (label: string): Html =>
  html`<ul class="brands" aria-label="${label}">${Object.entries(BRANDS).map(
    ([brand, name]) => html`<li data-brand="${brand}">${name}</li>`,
  )}</ul>`

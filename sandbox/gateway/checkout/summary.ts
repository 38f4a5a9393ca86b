import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'
import { fill } from '../pages/fill.ts'
import { priceWithTip } from '../payments/pricing/price-of-payment.ts'
import type { Breakdown } from '../payments/pricing/pricing.ts'
import { checkoutAmountText } from './amount-text.ts'
import type { FormView } from './form-view.ts'
import { chosenTip } from './tip.ts'
import type { CheckoutVisit } from './visit.ts'

export const priceOfForm = (view: FormView): Breakdown =>
  priceWithTip(view.payment, tipOfForm(view))

export const tipOfForm = ({ payment, typed = {} }: FormView): bigint =>
  chosenTip(typed, payment) ?? 0n

export const checkoutSummary = (view: FormView): Html => {
  const { payment, visit } = view
  const { texts, language } = visit
  const price = priceOfForm(view)
  const total = checkoutAmountText(price.totalMinor, {
    currencyCode: payment.currency_code,
    language,
  })
  return html`<section class="summary" aria-labelledby="what">
  <p class="merchant"><span class="mild">${texts.payTo}</span> ${view.merchantName}</p>
  <h1 id="what">${payment.name}</h1>
  ${payment.description && html`<p class="description">${payment.description}</p>`}
  <p class="due"><span class="mild">${dueLabel(view)}</span><strong>${total}</strong></p>
  <dl class="facts">
    ${priceLines(price, { payment, visit })}
    <dt>${texts.reference}</dt><dd>${payment.external_reference}</dd>
  </dl>
</section>`
}

/** Only a chosen tip makes the amount final. */
const dueLabel = (view: FormView): string => {
  const { payment, visit } = view
  const { texts, language } = visit
  if (payment.pricing_rules.tip.mode !== 'customer') return texts.amountToPay
  const tipMinor = tipOfForm(view)
  if (tipMinor === 0n) return texts.amountBeforeTip
  const tip = checkoutAmountText(tipMinor, { currencyCode: payment.currency_code, language })
  return fill(texts.amountWithTip, { tip })
}

/** Empty for a single part. The subtotal includes the tip (2.1). */
export const priceLines = (
  price: Breakdown,
  { payment, visit: { texts, language } }: { payment: SandboxPaymentRow; visit: CheckoutVisit },
): Html[] => {
  const tipMinor = price.subtotalMinor - payment.amount_minor
  const line = (label: string, minor: bigint): Html =>
    html`<dt>${label}</dt><dd>${checkoutAmountText(minor, { currencyCode: payment.currency_code, language })}</dd>`
  if (price.totalMinor === payment.amount_minor) return []
  return [
    ...(tipMinor > 0n
      ? [line(texts.amount, payment.amount_minor), line(texts.tip, tipMinor)]
      : [line(texts.subtotal, price.subtotalMinor)]),
    ...(price.salesTaxMinor > 0n ? [line(texts.salesTax, price.salesTaxMinor)] : []),
    ...(price.serviceFeeMinor > 0n ? [line(texts.serviceFee, price.serviceFeeMinor)] : []),
  ]
}

import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import type { SandboxPaymentRow } from '../database/tables.ts'
import type { Reader } from '../pages/document.ts'
import { checkoutAmountText, fact } from '../pages/parts.ts'
import type { Breakdown } from '../payments/pricing/pricing.ts'
import { type FormView, priceOfForm, tipOfForm } from './form-view.ts'

export const checkoutSummary = (view: FormView): Html => {
  const { payment, reader } = view
  const { texts, language } = reader
  const price = priceOfForm(view)
  return html`<section class="summary" aria-labelledby="what">
  <p class="merchant"><span class="mild">${texts.checkout.payTo}</span> <strong>${view.merchantName}</strong></p>
  <h1 id="what">${payment.name}</h1>
  ${payment.description && html`<p class="description">${payment.description}</p>`}
  <p class="due"><span class="mild">${dueLabel(view)}</span><strong>${checkoutAmountText(price.total_minor, payment, language)}</strong></p>
  <dl class="facts">
    ${priceLines(price, view)}
    ${fact(texts.labels.reference, payment.external_reference)}
  </dl>
</section>`
}

/** Only a chosen tip makes the amount final. */
const dueLabel = (view: FormView): string => {
  const { payment, reader } = view
  const { texts, language } = reader
  if (payment.pricing_rules.tip.mode !== 'customer') return texts.checkout.amountToPay
  const tipMinor = tipOfForm(view)
  if (tipMinor === 0n) return texts.checkout.amountBeforeTip
  const tip = checkoutAmountText(tipMinor, payment, language)
  return formatMessage(texts.checkout.amountWithTip, { tip }, language)
}

/** Empty for a single part. The subtotal includes the tip (2.1). */
export const priceLines = (
  price: Breakdown,
  { payment, reader: { texts, language } }: { payment: SandboxPaymentRow; reader: Reader },
): (Html | false)[] => {
  const { labels } = texts
  const tipMinor = price.subtotal_minor - payment.amount_minor
  const line = (label: string, minor: bigint): Html | false =>
    minor > 0n && fact(label, checkoutAmountText(minor, payment, language))
  if (price.total_minor === payment.amount_minor) return []
  return [
    tipMinor > 0n
      ? line(labels.amount, payment.amount_minor)
      : line(labels.subtotal, price.subtotal_minor),
    line(labels.tip, tipMinor),
    line(labels.salesTax, price.sales_tax_minor),
    line(labels.serviceFee, price.service_fee_minor),
  ]
}

import { type Html, html } from '../../src/platform/html.ts'
import { formatMoney, moneyFromMinor } from '../../src/platform/money.ts'
import { percentOf, priceOf } from '../payments/pricing.ts'
import { readTip } from '../payments/tips.ts'
import { amountText } from './amount-text.ts'
import { field } from './fields.ts'
import type { FormView } from './form-view.ts'
import { fill } from './texts.ts'

/**
 * The choice of a tip, `gateway-api.md` 4.3. Each option says what the total becomes, because no
 * script adds it up. Options outside the payment's limits are left out.
 */
export const tipFields = (view: FormView): Html | false => {
  const { visit, payment, errors = {}, typed = {} } = view
  const { texts, language } = visit
  const { tip } = payment.pricing_rules
  if (tip.mode !== 'customer') return false

  const shown = (minor: bigint): string =>
    amountText(minor, { currencyCode: payment.currency_code, language })
  const total = (tipMinor: bigint): bigint =>
    priceOf({ amountMinor: payment.amount_minor, tipMinor, rules: payment.pricing_rules })
      .totalMinor
  const chosen = typed.tip ?? '0'
  const option = (value: string, label: string, totalMinor?: bigint): Html =>
    html`<label class="choice"><input type="radio" name="tip" value="${value}"${
      value === chosen && html` checked`
    }> <span>${label}</span>${
      totalMinor !== undefined &&
      html` <span class="mild">${fill(texts.tipTotal, { amount: shown(totalMinor) })}</span>`
    }</label>`

  const presets = tip.presetPercentages
    .map((percent) => ({ percent, minor: percentOf(payment.amount_minor, percent) }))
    .filter(
      ({ minor }) => readTip(formatMoney(moneyFromMinor(minor, payment.currency_code)), payment).ok,
    )
  return html`<fieldset>
      <legend>${texts.tip}</legend>
      ${option('0', texts.noTip, payment.total_minor)}
      ${presets.map(({ percent, minor }) =>
        option(percent, fill(texts.tipOption, { percent, amount: shown(minor) }), total(minor)),
      )}
      ${
        tip.allowCustom && [
          option('custom', texts.customTip),
          field({
            name: 'tip_custom',
            label: texts.customTip,
            autocomplete: 'off',
            inputmode: 'decimal',
            value: typed.tip_custom,
            error: errors.tip_custom,
          }),
        ]
      }
    </fieldset>`
}

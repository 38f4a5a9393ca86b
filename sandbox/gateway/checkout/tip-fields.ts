import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { fill } from '../pages/fill.ts'
import { priceWithTip } from '../payments/pricing/price-of-payment.ts'
import { checkoutAmountText } from './amount-text.ts'
import { field } from './fields.ts'
import type { FormView } from './form-view.ts'
import { chosenTip, presetTips, tipLimits } from './tip.ts'

/** Button that previews a typed tip's total without charging. */
export const SHOW_TOTAL = 'show_total'

/**
 * Renders the tip options (4.3). Each preset shows its total, since the page has no script. Omits
 * presets out of bounds.
 */
export const tipFields = (view: FormView): Html | false => {
  const { visit, payment, errors = {}, typed = {} } = view
  const { texts, language } = visit
  const { tip } = payment.pricing_rules
  if (tip.mode !== 'customer') return false

  const shown = (minor: bigint): string =>
    checkoutAmountText(minor, { currencyCode: payment.currency_code, language })
  const total = (tipMinor: bigint): string => shown(priceWithTip(payment, tipMinor).totalMinor)
  const presets = presetTips(payment)
  const known = [...presets.map(({ percent }) => percent), ...(tip.allowCustom ? ['custom'] : [])]
  const chosen = known.find((choice) => choice === typed.tip) ?? '0'
  const typedTip = chosen === 'custom' && typed.tip_custom ? chosenTip(typed, payment) : undefined

  const option = (value: string, label: string, newTotal?: string): Html =>
    html`<label class="choice"><input type="radio" name="tip" value="${value}"${
      value === chosen && html` checked`
    }> <span>${label}</span>${
      newTotal !== undefined &&
      html` <span class="mild">${fill(texts.tipTotal, { amount: newTotal })}</span>`
    }</label>`

  return html`<fieldset id="tips" class="tips">
      <legend>${texts.tip}</legend>
      ${option('0', texts.noTip, total(0n))}
      ${presets.map(({ percent, minor }) =>
        option(percent, fill(texts.tipOption, { percent, amount: shown(minor) }), total(minor)),
      )}
      ${
        tip.allowCustom && [
          option('custom', texts.customTip, typedTip === undefined ? undefined : total(typedTip)),
          html`<div class="custom-tip">${field({
            name: 'tip_custom',
            label: texts.customTipField,
            autocomplete: 'off',
            inputmode: 'decimal',
            hint: tipLimits(payment, visit),
            value: typed.tip_custom,
            error: errors.tip_custom,
          })}
          <input type="submit" class="action quiet" name="${SHOW_TOTAL}" value="${texts.showTotal}"></div>`,
        ]
      }
    </fieldset>`
}

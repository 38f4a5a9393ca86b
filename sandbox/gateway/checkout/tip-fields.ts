import { formatMessage } from '../../../src/locales/format-message.ts'
import { type Html, html } from '../../../src/runtime/http/page/html.ts'
import { checkoutAmountText } from '../pages/parts.ts'
import { priceWithTip } from '../payments/pricing/tips.ts'
import { field } from './fields.ts'
import type { FormView } from './form-view.ts'
import { chosenTip, presetTips, tipLimits } from './tip.ts'

/** Previews a typed tip's total without charging. */
export const SHOW_TOTAL = 'show_total'

/** Presets show their totals, since the page has no script (4.3). */
export const tipFields = (view: FormView): Html | false => {
  const { reader, payment, errors = {}, typed = {} } = view
  const { texts, language } = reader
  const { tip } = payment.pricing_rules
  if (tip.mode !== 'customer') return false

  const shown = (minor: bigint) => checkoutAmountText(minor, payment, language)
  const total = (tipMinor: bigint): string => shown(priceWithTip(payment, tipMinor).total_minor)
  const presets = presetTips(payment)
  const known = [...presets.map(({ percent }) => percent), ...(tip.allowCustom ? ['custom'] : [])]
  const chosen = known.find((choice) => choice === typed.tip) ?? '0'
  const typedTip = chosen === 'custom' && typed.tip_custom ? chosenTip(typed, payment) : undefined

  const option = (value: string, label: string, newTotal?: string): Html =>
    html`<label class="choice"><input type="radio" name="tip" value="${value}"${
      value === chosen && html` checked`
    }> <span>${label}</span>${
      newTotal !== undefined &&
      html` <span class="mild">${formatMessage(texts.checkout.tipTotal, { amount: newTotal }, language)}</span>`
    }</label>`

  return html`<fieldset id="tips" class="tips">
      <legend>${texts.labels.tip}</legend>
      ${option('0', texts.checkout.noTip, total(0n))}
      ${presets.map(({ percent, minor }) =>
        option(
          percent,
          formatMessage(texts.checkout.tipOption, { percent, amount: shown(minor) }, language),
          total(minor),
        ),
      )}
      ${
        tip.allowCustom && [
          option(
            'custom',
            texts.checkout.customTip,
            typedTip === undefined ? undefined : total(typedTip),
          ),
          html`<div class="custom-tip">${field({
            name: 'tip_custom',
            label: texts.checkout.customTipField,
            autocomplete: 'off',
            inputmode: 'decimal',
            hint: tipLimits(payment, reader),
            value: typed.tip_custom,
            error: errors.tip_custom,
          })}
          <input type="submit" class="action quiet" name="${SHOW_TOTAL}" value="${texts.checkout.showTotal}"></div>`,
        ]
      }
    </fieldset>`
}

import type { OrderRow } from '../../db/db.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { type Html, html } from '../../runtime/http/page/html.ts'

export const orderSummary = (order: OrderRow, locale: Language): Html => {
  const name = order.number ?? order.external_id
  const label = TEXTS[locale].payPages.labels.order
  return html`<dl><dt>${label} ${name}</dt><dd>${orderAmountText(order, locale)}</dd></dl>`
}

/** Formats `L 1,250.50`. */
export const orderAmountText = ({ amount_minor, currency }: OrderRow, locale: Language): string =>
  moneyInWords(formatMoney(moneyFromMinor(amount_minor, currency)), currency, locale)

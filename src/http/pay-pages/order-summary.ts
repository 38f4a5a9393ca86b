import type { OrderRow } from '../../db/db.ts'
import { formatMoney, moneyFromMinor } from '../../domain/money.ts'
import { moneyText } from '../../domain/money-text.ts'
import type { Language } from '../../locales/language.ts'
import { type Html, html } from '../../runtime/http/page/html.ts'
import { labels } from './texts.ts'

export const orderSummary = (order: OrderRow, locale: Language): Html => {
  const name = order.number ?? order.external_id
  const amount = html`${orderAmountText(order, locale)} <abbr>${order.currency}</abbr>`
  return html`<dl><dt>${labels[locale].order} ${name}</dt><dd>${amount}</dd></dl>`
}

/** Formats `L 1,250.50`. */
export const orderAmountText = ({ amount_minor, currency }: OrderRow, locale: Language): string =>
  moneyText(formatMoney(moneyFromMinor(amount_minor, currency)), currency, locale)

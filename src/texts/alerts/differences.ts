import { moneyInWords } from '../../domain/money-text.ts'
import { DOMAIN_TEXTS } from '../../domain/texts.ts'
import { formatMessage } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { oneLine } from '../../runtime/text/printable.ts'
import { stateName } from '../state-names.ts'
import type { AlertFacts } from './facts.ts'

const MONEY = ['amount', 'refunded', 'total', 'service_fee', 'sales_tax', 'tip']
/** Limit on a store's values, in UTF-16 units. */
const MOST_VALUE = 80
const DECIMAL = /^-?\d+(\.\d+)?$/

/** Renders differing fields: `Amount: Puente L 100.00, gateway L 90.00`. */
export const differencesInWords = (
  { differs, currency, side }: Pick<AlertFacts, 'differs' | 'currency' | 'side'>,
  locale: Language,
): string | undefined => {
  const labels: Readonly<Record<string, string>> = DOMAIN_TEXTS[locale].discrepancies.fields
  const textOf = (name: string, value: string | null): string => {
    if (value === null) return '–'
    return MONEY.includes(name) && currency && DECIMAL.test(value)
      ? moneyInWords(value, currency, locale)
      : oneLine(stateName(value, locale), MOST_VALUE)
  }
  const parts = Object.entries(differs).map(([name, [one, other]]) => {
    const [ours, theirs] = [textOf(name, one), textOf(name, other)]
    const values = { field: labels[name] ?? name, side, ours, theirs }
    return formatMessage(TEXTS[locale].alerts.words.difference, values, locale)
  })
  return parts.length > 0 ? parts.join('; ') : undefined
}

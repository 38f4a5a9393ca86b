import { discrepancyLabels } from '../../domain/discrepancy-labels.ts'
import { moneyInWords } from '../../domain/money-text.ts'
import type { Language } from '../../locales/language.ts'
import { stateName } from '../state-names.ts'
import type { AlertFacts } from './facts.ts'

const MONEY = ['amount', 'refunded', 'total', 'service_fee', 'sales_tax', 'tip']
const DECIMAL = /^-?\d+(\.\d+)?$/

/** Renders differing fields: `Amount: Puente L 100.00 HNL, gateway L 90.00 HNL`. */
export const differencesInWords = (
  { differs, currency }: Pick<AlertFacts, 'differs' | 'currency'>,
  { ours, theirs }: { ours: string; theirs: string },
  locale: Language,
): string | undefined => {
  const fields: Readonly<Record<string, string>> = discrepancyLabels[locale].fields
  const textOf = (name: string, value: string | null): string => {
    if (value === null) return '–'
    return MONEY.includes(name) && currency && DECIMAL.test(value)
      ? moneyInWords(value, currency, locale)
      : stateName(value, locale)
  }
  const parts = Object.entries(differs).map(
    ([name, [one, other]]) =>
      `${fields[name] ?? name}: ${ours} ${textOf(name, one)}, ${theirs} ${textOf(name, other)}`,
  )
  return parts.length > 0 ? parts.join('; ') : undefined
}

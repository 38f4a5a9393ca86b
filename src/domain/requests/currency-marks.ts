import { currencyByCode } from '../currencies.ts'

/** Usual marks of a currency beside an amount. */
const CODE_OF_MARK: Readonly<Record<string, string>> = {
  l: 'HNL',
  lps: 'HNL',
  lempira: 'HNL',
  lempiras: 'HNL',
  $: 'USD',
  us$: 'USD',
  '€': 'EUR',
}

const MARKED =
  /^(?<before>[^\d\s.,-]*)\.?\s*(?<amount>-?[\d.,][\d.,\s'’]*?)\s*(?<after>[^\d\s.,'’-]*)\.?$/u

/**
 * Splits a typed amount from its currency: `L 320`, `Lps. 1,250.50`, `320.50 HNL`, `$20`. Without a
 * known mark, returns the text unchanged.
 */
export const splitCurrencyMark = (
  typed: string,
): { amount: string; currency: string | undefined } => {
  // Copied text may contain invisible marks.
  const text = typed.replaceAll(/\p{Cf}/gu, '').trim()
  const { before = '', amount = '', after = '' } = MARKED.exec(text)?.groups ?? {}
  const mark = before || after
  if (!amount || (before && after)) return { amount: text, currency: undefined }
  if (!mark) return { amount, currency: undefined }
  const known = CODE_OF_MARK[mark.toLowerCase()] ?? currencyByCode(mark.toUpperCase())?.code
  return known ? { amount, currency: known } : { amount: text, currency: undefined }
}

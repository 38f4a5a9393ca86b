import { formatMessage } from '../src/locales/format-message.ts'
import type { Language } from '../src/locales/language.ts'
import { textOfName } from '../src/runtime/http/page/html-text.ts'
import { fitText } from '../src/runtime/text/fit-text.ts'
import { maskTypedCardNumbers } from '../src/runtime/text/masking.ts'
import { toStorableText } from '../src/runtime/text/storable.ts'
import { COMMON_TEXTS } from './texts.ts'

/** Upper bound on the lines read of an order. More never fit; `listItems` counts the rest. */
const MOST_LINES = 100

/** Upper bound on a name, in UTF-16 units. */
const LONGEST_NAME = 1_000
const LONGEST_QUANTITY = 20

/** A line of an order. Plugins may put any type into either field. */
export interface ItemLine {
  name?: unknown
  quantity?: unknown
}

/**
 * Lists as many items as fit in one line: `2 × Café, 1 × Miel, and 3 more`. Cuts only an item that
 * is too long by itself. Skips lines without a name. Returns `null` for an order without items.
 * `count`: the number of lines if `items` holds only the first ones; infinite if unknown.
 */
export const listItems = (
  items: readonly ItemLine[],
  {
    maxLength,
    locale,
    count = items.length,
  }: { maxLength: number; locale: Language; count?: number | undefined },
): string | null => {
  const read = items.slice(0, MOST_LINES)
  const lines = read.map(lineOf).filter((line) => line !== '')
  const total = lines.length + Math.max(0, count - read.length)
  const endingAfter = (shown: number): string =>
    total > shown ? `, ${andMore(total - shown, locale)}` : ''
  let fitting: string | undefined
  let list = ''
  for (const [index, line] of lines.entries()) {
    list = index === 0 ? line : `${list}, ${line}`
    if (list.length > maxLength) break
    const whole = `${list}${endingAfter(index + 1)}`
    if (whole.length <= maxLength) fitting = whole
  }
  const [first] = lines
  if (fitting !== undefined || first === undefined) return fitting ?? null
  const more = endingAfter(1)
  return `${fitText(first, maxLength - more.length)}${more}`
}

const andMore = (count: number, locale: Language): string => {
  const { andMore, andMoreUncounted } = COMMON_TEXTS[locale].items
  return Number.isFinite(count) ? formatMessage(andMore, { count }, locale) : andMoreUncounted
}

const lineOf = ({ name, quantity }: ItemLine): string => {
  const isText = typeof name === 'string' || typeof name === 'number'
  const words = isText ? shown(fitText(String(name), LONGEST_NAME)) : ''
  const many = words === '' ? '' : quantityText(quantity)
  return many === '' ? words : `${many} × ${words}`
}

/** Masks before anything cuts the text: half a card number would escape the mask. */
const shown = (text: string): string =>
  maskTypedCardNumbers(textOfName(toStorableText(text)), { leastDigits: 14 })

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** Rounds away the error of doubles: three times 0.1 is 0.3. */
const QUANTITIES = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 4 })

/** Keeps a text that is not a number; any other type becomes empty. */
const quantityText = (quantity: unknown): string => {
  const text = typeof quantity === 'string' ? shown(fitText(quantity, LONGEST_NAME)) : ''
  const isNumber = typeof quantity === 'number' || DECIMAL.test(text)
  return isNumber ? QUANTITIES.format(Number(quantity)) : fitText(text, LONGEST_QUANTITY)
}

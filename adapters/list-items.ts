import { fitText } from '../src/runtime/fit-text.ts'
import { textOfName } from '../src/runtime/html-text.ts'
import { keepableText } from '../src/runtime/keepable.ts'
import { maskTypedCardNumbers } from '../src/runtime/masking.ts'

/** Upper bound on the lines of an order that are read: more never fit, and the rest is counted. */
const MOST_LINES = 100

/** Upper bound on what is read of a name, in UTF-16 units. */
const LONGEST_NAME = 1_000
const LONGEST_QUANTITY = 20

/** A line of an order as its platform writes it: neither field is sure to be what it should be. */
export interface ItemLine {
  name?: unknown
  quantity?: unknown
}

/**
 * The items of an order in one line, as many as fit: `2 × Café, 1 × Miel, and 3 more`. No item is
 * cut, but for one that is too long by itself. Lines without a name are left out. `null` for an order
 * without items. `count`: how many lines there are, if `items` are only the first of them; infinite,
 * if the platform does not say.
 */
export const listItems = (
  items: readonly ItemLine[],
  {
    maxLength,
    andMore,
    count = items.length,
  }: { maxLength: number; andMore: (items: number) => string; count?: number | undefined },
): string | null => {
  const read = items.slice(0, MOST_LINES)
  const lines = read.map(lineOf).filter((line) => line !== '')
  const total = lines.length + Math.max(0, count - read.length)
  const endingAfter = (shown: number): string =>
    total > shown ? `, ${andMore(total - shown)}` : ''
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

const lineOf = ({ name, quantity }: ItemLine): string => {
  const isText = typeof name === 'string' || typeof name === 'number'
  const words = isText ? shown(fitText(String(name), LONGEST_NAME)) : ''
  const many = words === '' ? '' : quantityText(quantity)
  return many === '' ? words : `${many} × ${words}`
}

/** Masked before it is cut: half a card number could not be found afterwards. */
const shown = (text: string): string =>
  maskTypedCardNumbers(textOfName(keepableText(text)), { leastDigits: 14 })

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)$/

/** Three times 0.1 is 0.3, whatever a double makes of it. */
const QUANTITIES = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 4 })

/** A quantity as people write it; a text that is no number stays as it is, and the rest is empty. */
const quantityText = (quantity: unknown): string => {
  const text = typeof quantity === 'string' ? shown(fitText(quantity, LONGEST_NAME)) : ''
  const isNumber = typeof quantity === 'number' || DECIMAL.test(text)
  return isNumber ? QUANTITIES.format(Number(quantity)) : fitText(text, LONGEST_QUANTITY)
}

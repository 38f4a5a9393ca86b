import { fitText } from '../../src/payments/rules/fit-text.ts'
import type { CheckoutRequest } from '../../src/payments/take-order.ts'
import { TEXTS } from './texts.ts'

/**
 * The items of an order in one line, as many as fit: `2 × Café, 1 × Miel, and 3 more`. No item is
 * cut, but for one that is too long all by itself. `null` for an order without items.
 */
export const listItems = (
  items: readonly { name: string; quantity: number }[],
  { maxLength, locale }: { maxLength: number; locale: CheckoutRequest['locale'] },
): string | null => {
  const lines = items.map(({ name, quantity }) => `${quantity} × ${plain(name)}`)
  for (let count = lines.length; count > 0; count--) {
    const rest = lines.length - count
    const more = rest > 0 ? [TEXTS[locale].andMore(rest)] : []
    const line = [...lines.slice(0, count), ...more].join(', ')
    if (line.length <= maxLength) return line
  }
  const [first] = lines
  if (first === undefined) return null
  const more = lines.length > 1 ? `, ${TEXTS[locale].andMore(lines.length - 1)}` : ''
  return `${fitText(first, maxLength - more.length)}${more}`
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&quot;': '"',
  '&#039;': "'",
  '&#8217;': '’',
  '&lt;': '<',
  '&gt;': '>',
  '&nbsp;': ' ',
}

/** Names of products may be HTML. */
const plain = (name: string): string =>
  name
    .replace(/<[^>]*>/g, ' ')
    .replace(/&[#\w]+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim()

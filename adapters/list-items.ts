import { fitText } from '../src/runtime/fit-text.ts'
import { maskTypedCardNumbers } from '../src/runtime/masking.ts'

/**
 * The items of an order in one line, as many as fit: `2 × Café, 1 × Miel, and 3 more`. No item is
 * cut, but for one that is too long all by itself. `null` for an order without items.
 */
export const listItems = (
  items: readonly { name: string; quantity: number }[],
  { maxLength, andMore }: { maxLength: number; andMore: (items: number) => string },
): string | null => {
  // Before a name is cut: half a card number could not be found afterwards.
  const lines = items.map(
    ({ name, quantity }) => `${quantity} × ${maskTypedCardNumbers(name, { leastDigits: 14 })}`,
  )
  for (let count = lines.length; count > 0; count--) {
    const rest = lines.length - count
    const more = rest > 0 ? [andMore(rest)] : []
    const line = [...lines.slice(0, count), ...more].join(', ')
    if (line.length <= maxLength) return line
  }
  const [first] = lines
  if (first === undefined) return null
  const more = lines.length > 1 ? `, ${andMore(lines.length - 1)}` : ''
  return `${fitText(first, maxLength - more.length)}${more}`
}

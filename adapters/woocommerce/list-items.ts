import type { CheckoutRequest } from '../adapter.ts'
import { listItems as listPlainItems } from '../list-items.ts'
import { TEXTS } from './texts.ts'

/** The items of an order of WooCommerce in one line, as many as fit. `null`: there are none. */
export const listItems = (
  items: readonly { name: string; quantity: number }[],
  { maxLength, locale }: { maxLength: number; locale: CheckoutRequest['locale'] },
): string | null =>
  listPlainItems(
    items.map(({ name, quantity }) => ({ name: plain(name), quantity })),
    { maxLength, andMore: TEXTS[locale].andMore },
  )

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

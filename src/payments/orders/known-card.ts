import type { KnownCard } from '../../db/payments/known-cards.ts'
import type { StoreId } from '../../domain/ids.ts'
import { fitText } from '../../runtime/text/fit-text.ts'
import { maskTypedCardNumbers } from '../../runtime/text/masking.ts'
import { printable } from '../../runtime/text/printable.ts'
import type { viewOfSavedCard } from '../../wire/order-view.ts'

const LONGEST_BRAND = 30

/** What lists show of a saved card: never more digits than the last four. */
export const knownCardOf = (
  storeId: StoreId,
  { id, brand, last_four: digits }: ReturnType<typeof viewOfSavedCard>,
): KnownCard => ({
  store_id: storeId,
  payment_method_id: id,
  brand: brand
    ? fitText(printable(maskTypedCardNumbers(brand.slice(0, 200))), LONGEST_BRAND)
    : null,
  last_four: digits && /^\d{4}$/.test(digits) ? digits : null,
})

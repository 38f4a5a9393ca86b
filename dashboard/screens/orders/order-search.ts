import { readOneOf, searchOf, searchText } from '../../parts/search.ts'

export const ORDER_STATUS_FILTERS = [
  'awaiting_payment',
  'payment_expired',
  'paid',
  'partially_refunded',
  'refunded',
  'voided',
  'on_hold',
  'cancelled',
  'declined',
  'paid_twice',
] as const

export const ORDER_MODES = ['hosted', 'card_page', 'saved_card'] as const
export const SORT_CHOICES = ['oldest', 'largest', 'smallest'] as const

const readDay = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined

/** Amounts are as typed. */
export const readOrderSearch = searchOf({
  search: searchText,
  status: readOneOf(ORDER_STATUS_FILTERS),
  store: searchText,
  mode: readOneOf(ORDER_MODES),
  currency: readOneOf(['HNL', 'USD'] as const),
  sort: readOneOf(SORT_CHOICES),
  from: readDay,
  to: readDay,
  least: searchText,
  most: searchText,
})

export type OrderSearch = ReturnType<typeof readOrderSearch>

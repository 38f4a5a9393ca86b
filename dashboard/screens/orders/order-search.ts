import { ORDER_SOURCES } from '../../../src/domain/order-source.ts'
import { soughtText } from '../../app/search/sought-text.ts'
import { readOneOf, searchOf, searchText } from '../../parts/search.ts'
import { searchDay } from '../../parts/values/calendar-day.ts'

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
export const ORDER_CURRENCIES = ['HNL', 'USD'] as const
export const SORT_CHOICES = ['oldest', 'largest', 'smallest'] as const

/** Amounts are as typed. */
export const readOrderSearch = searchOf({
  search: (given) => soughtText(searchText(given) ?? ''),
  status: readOneOf(ORDER_STATUS_FILTERS),
  store: searchText,
  source: readOneOf(ORDER_SOURCES),
  /** Id of a payment link: lists its orders. */
  link: searchText,
  mode: readOneOf(ORDER_MODES),
  currency: readOneOf(ORDER_CURRENCIES),
  sort: readOneOf(SORT_CHOICES),
  from: searchDay,
  to: searchDay,
  least: searchText,
  most: searchText,
})

export type OrderSearch = ReturnType<typeof readOrderSearch>

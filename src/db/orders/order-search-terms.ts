import type { OrderId } from '../../domain/ids.ts'
import type { PaymentRow } from '../db.ts'

/** Search text besides the indexed columns. */
export interface OrderSearchTerm {
  term: string
  order_id: OrderId
}

export const SEARCH_TERM_COLUMNS = ['term', 'order_id'] as const

export const newSearchTerms = (
  before: Pick<PaymentRow, 'transaction_id' | 'charge_id'> | undefined,
  { order_id, transaction_id, charge_id }: PaymentRow,
): OrderSearchTerm[] => {
  const known = [before?.transaction_id, before?.charge_id]
  const terms = [transaction_id, charge_id].filter((term) => term !== null && !known.includes(term))
  return [...new Set(terms)].flatMap((term) => (term === null ? [] : { term, order_id }))
}

import type { OrderSearch } from './order-search.ts'

let last: OrderSearch = {}

/** Search that the link back from an order restores. */
export const lastSearch = (): OrderSearch => last

export const rememberSearch = (search: OrderSearch): void => {
  last = search
}

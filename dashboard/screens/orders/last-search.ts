import type { OrderSearch } from './order-search.ts'

let last: OrderSearch = {}

/** For the link back from an order. */
export const lastSearch = (): OrderSearch => last

export const rememberSearch = (search: OrderSearch): void => {
  last = search
}

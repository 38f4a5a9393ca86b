import type { OrderSearch } from './order-search.ts'

let last: OrderSearch = {}

/** What orders were looked for by last, so that the way back from one of them leads there. */
export const lastSearch = (): OrderSearch => last

export const rememberSearch = (search: OrderSearch): void => {
  last = search
}

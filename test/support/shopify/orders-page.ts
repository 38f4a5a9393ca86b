import type { StoredOrder } from './stored-order.ts'

/** Parses only the search terms that Puente uses. */
export const ordersPage = (
  all: readonly StoredOrder[],
  {
    first = 50,
    after,
    query = '',
    sortKey = 'PROCESSED_AT',
    reverse = false,
  }: {
    first?: number
    after?: string | null
    query?: string | null
    sortKey?: string
    reverse?: boolean
  },
): {
  orders: { cursor: string; order: StoredOrder }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
} => {
  const field = sortKey === 'UPDATED_AT' ? 'updatedAt' : 'createdAt'
  const found = all
    .filter(matching(query ?? ''))
    .sort((one, other) => one[field].localeCompare(other[field]) || one.id.localeCompare(other.id))
  if (reverse) found.reverse()
  // A cursor is a snapshot of the sort key.
  const cursorOf = (order: StoredOrder) =>
    Buffer.from(`${order[field]}|${order.id}`).toString('base64')
  const place = after ? Buffer.from(after, 'base64').toString() : undefined
  const rest = place ? found.filter((order) => `${order[field]}|${order.id}` > place) : found
  const orders = rest.slice(0, first)
  const last = orders.at(-1)
  return {
    orders: orders.map((order) => ({ cursor: cursorOf(order), order })),
    pageInfo: { hasNextPage: rest.length > first, endCursor: last ? cursorOf(last) : null },
  }
}

const TERM = /^(updated_at|created_at):(>=|<=|>|<)'?([^'\s]+)'?$/

const matching = (query: string): ((order: StoredOrder) => boolean) => {
  const tests = query
    .split(/\s+(?:AND\s+)?/)
    .filter(Boolean)
    .map((term) => {
      const [, name, operator = '', instant = ''] = TERM.exec(term) ?? []
      const at = Date.parse(instant)
      if (!name || Number.isNaN(at)) throw new Error(`The stand-in does not understand ${term}`)
      return (order: StoredOrder) => {
        const value = Date.parse(name === 'updated_at' ? order.updatedAt : order.createdAt)
        if (operator === '>=') return value >= at
        if (operator === '<=') return value <= at
        return operator === '>' ? value > at : value < at
      }
    })
  return (order) => tests.every((test) => test(order))
}

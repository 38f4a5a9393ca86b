/** What the rule looks at of one of the stores of a shop. */
export interface StoreOfShop {
  id: string
  /** When it was connected last. */
  connectedAt: Date
  /** It finds orders at its shop by itself: others are given them. */
  findsOrders: boolean
  /** The order is in the database as one of it. */
  hasOrder: boolean
}

/**
 * Which store of a shop an order is for: a shop that was tried out has one in test and a live one, and
 * an order with two links could be paid twice, or with a test card. It stays with the store that has
 * it; a new one is for the store that was connected last of those that find orders. `undefined`: none.
 */
export const storeOfOrder = (stores: readonly StoreOfShop[]): string | undefined => {
  const latestFirst = [...stores].sort(
    (one, other) =>
      other.connectedAt.getTime() - one.connectedAt.getTime() || (one.id < other.id ? -1 : 1),
  )
  const owner = latestFirst.find(({ hasOrder }) => hasOrder)
  return (owner ?? latestFirst.find(({ findsOrders }) => findsOrders))?.id
}

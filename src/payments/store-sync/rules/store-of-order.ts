export interface StoreOfShop {
  id: string
  connectedAt: Date
  /** True if the platform finds orders at its shop; other stores push them. */
  findsOrders: boolean
  hasOrder: boolean
}

/**
 * Returns the store that owns an order. A shop may have a test and a live store, and two pay links
 * could charge an order twice, or with a test card. The store with the order keeps it; a new one
 * goes to the latest connected store that finds orders, if any.
 */
export const storeOfOrder = (stores: readonly StoreOfShop[]): string | undefined => {
  const latestFirst = [...stores].sort(
    (one, other) =>
      other.connectedAt.getTime() - one.connectedAt.getTime() || (one.id < other.id ? -1 : 1),
  )
  const owner = latestFirst.find(({ hasOrder }) => hasOrder)
  return (owner ?? latestFirst.find(({ findsOrders }) => findsOrders))?.id
}

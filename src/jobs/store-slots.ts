/** Keeps one store from taking all workers: a shop that does not answer holds its own slots only. */
export interface StoreSlots {
  /** Takes a slot of the store; false when all of them are taken. */
  take(storeId: string): boolean
  release(storeId: string): void
}

export const createStoreSlots = (slotsPerStore: number): StoreSlots => {
  const taken = new Map<string, number>()
  return {
    take: (storeId) => {
      const count = taken.get(storeId) ?? 0
      if (count >= slotsPerStore) return false
      taken.set(storeId, count + 1)
      return true
    },
    release: (storeId) => {
      const count = (taken.get(storeId) ?? 1) - 1
      if (count > 0) taken.set(storeId, count)
      else taken.delete(storeId)
    },
  }
}

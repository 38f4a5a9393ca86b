import type { CounterItemId, StoreId } from '../../domain/ids.ts'

export interface CounterItemTables {
  counter_items: {
    id: CounterItemId
    store_id: StoreId
    name: string
    price_minor: bigint
    currency: string
    created_at: Date
  }
}

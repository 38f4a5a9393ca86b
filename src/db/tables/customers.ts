import type { StoreId } from '../../domain/ids.ts'

export interface CustomerTables {
  customer_notes: {
    store_id: StoreId
    /** `customer_key` of their orders. */
    customer_key: string
    note: string
    /** Name of the person who wrote it. */
    noted_by: string
    noted_at: Date
  }
}

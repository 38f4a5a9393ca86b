import type { StoreId } from '../../domain/ids.ts'

export interface StoreWorkTables {
  store_work: {
    hour: Date
    store_id: StoreId
    /** Applied gateway events. */
    events: bigint
    /** Tries of tasks other than notifications. */
    tasks: bigint
    /** Notifications that the store accepted. */
    notifications: bigint
    /** Took longer than the service level. */
    late: bigint
    /** Late, and not accepted at the first try. */
    late_after_failure: bigint
  }
}

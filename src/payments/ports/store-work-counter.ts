import type { StoreId } from '../../domain/ids.ts'

/** Counts what each store makes this process do. */
export interface StoreWorkCounter {
  eventApplied(storeId: StoreId): void
  taskTried(storeId: StoreId): void
  /** `tries` of the notification, this one included. */
  notified(storeId: StoreId, notification: { tookMs: number; tries: number }): void
}

import type { StoreId } from './ids.ts'

export interface StoreWorkCounts {
  events: number
  tasks: number
  notifications: number
  late: number
  late_after_failure: number
}

export interface StoreWork extends StoreWorkCounts {
  store_id: StoreId
}

import type { MessageSource } from '../../db/tables/events.ts'
import type { StoreId } from '../../domain/ids.ts'

/** Platform messages to search; `requests`: topics that are privacy requests themselves. */
export interface PlatformMessages {
  source: MessageSource
  requests: readonly string[]
  storeIds: readonly StoreId[]
  /** `false`: order ids are counters, which texts about other orders contain too. */
  areOrderIdsUnique: boolean
}

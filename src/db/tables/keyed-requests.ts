import type { JSONColumnType } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'

export interface KeyedRequestTables {
  keyed_requests: {
    /** Of `keyedRequestId`. */
    id: string
    store_id: StoreId
    /** Id at the store. */
    order_id: string | null
    /** `operationId` of the route. */
    operation: string
    /** Digest of each field, by its path. */
    fields: JSONColumnType<Record<string, string>>
    begun_at: Date
    running_until: Date | null
    /** Final answer, as JSON. */
    sealed_answer: string | null
  }
}

import type { JSONColumnType } from 'kysely'
import type { Actor } from '../../domain/actor.ts'
import type { StoreId } from '../../domain/ids.ts'

export interface ApiRequestTables {
  api_requests: {
    /** The answer's `x-request-id`. */
    id: string
    at: Date
    store_id: StoreId
    actor: JSONColumnType<Actor>
    from_address: string | null
    /** `operationId` of the route. */
    operation: string
    method: string
    /** Template of the route. */
    path: string
    /** Ids in the path. */
    subject: string | null
    idempotency_key: string | null
    /** Body without secrets, free text and customers. */
    request: JSONColumnType<Record<string, unknown>> | null
    status: number
    duration_ms: number
    problem: JSONColumnType<Record<string, unknown>> | null
  }
}

import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

/** Tables of one sandbox, on a PostgreSQL server or on one inside the process. */
export interface SandboxDatabase {
  query: Kysely<Tables>
}

import { type RawBuilder, sql } from 'kysely'

/**
 * Matches a column resealed since it was read. The content may differ, so compare other columns
 * too.
 */
export const isResealed = (column: string, seen: string): RawBuilder<boolean> =>
  sql<boolean>`split_part(${sql.ref(column)}, '.', 2) <> split_part(${seen}, '.', 2)`

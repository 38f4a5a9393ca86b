import { type RawBuilder, sql } from 'kysely'

/**
 * Matches a column resealed with another key since it was read (`keys -- reseal`). This says
 * nothing about the content, so compare other columns too.
 */
export const isResealed = (column: string, seen: string): RawBuilder<boolean> =>
  sql<boolean>`split_part(${sql.ref(column)}, '.', 2) <> split_part(${seen}, '.', 2)`

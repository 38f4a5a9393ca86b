import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a column that was seen with one key's seal has another key's now, as `keys -- reseal`
 * leaves it. By itself that says nothing of what is sealed: what else changes with it is compared.
 */
export const isResealed = (column: string, seen: string): RawBuilder<boolean> =>
  sql<boolean>`split_part(${sql.ref(column)}, '.', 2) <> split_part(${seen}, '.', 2)`

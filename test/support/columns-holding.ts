import { sql } from 'kysely'
import type { DbQuery } from '../../src/db/db.ts'

/**
 * Columns of all tables of the database that hold a word, as `schema.table.column`, in any type. The
 * sandbox is another company's database.
 */
const columnsHolding = async (query: DbQuery, words: readonly string[]): Promise<string[]> => {
  const { rows: columns } = await sql<{
    schema: string
    table: string
    column: string
    type: string
  }>`
    SELECT nspname AS schema, relname AS table, attname AS column, format_type(atttypid, NULL) AS type
    FROM pg_attribute
    JOIN pg_class ON pg_class.oid = attrelid JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'm') AND attnum > 0 AND NOT attisdropped
      AND nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast', 'sandbox')
    ORDER BY 1, 2, attnum`.execute(query)
  const found: string[] = []
  for (const { schema, table, column, type } of columns) {
    const value = sql.ref(column)
    const text = type === 'bytea' ? sql`encode(${value}, 'escape')` : sql`${value}::text`
    const { rows } = await sql`
      SELECT FROM ${sql.table(`${schema}.${table}`)}
      WHERE EXISTS (SELECT FROM unnest(${[...words]}::text[]) AS word
        WHERE position(lower(word) IN lower(${text})) > 0)
      LIMIT 1`.execute(query)
    if (rows.length > 0) found.push(`${schema}.${table}.${column}`)
  }
  return found
}

/** Puente's own columns; a partition counts as its table. */
export const ownColumnsHolding = async (
  query: DbQuery,
  words: readonly string[],
): Promise<string[]> => [
  ...new Set(
    (await columnsHolding(query, words)).map((column) =>
      column
        .replace(/^puente\./, '')
        .replace(/^(inbox|timeline|inbox_outcomes)_(?:\d{4}_\d\d|other)\./, '$1.'),
    ),
  ),
]

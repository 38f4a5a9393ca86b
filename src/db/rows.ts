import { type Insertable, sql } from 'kysely'
import type { DbTables } from './tables.ts'

/** The JSON columns of the tables that are written here; a value that is a text is JSON already. */
export const JSON_COLUMNS: ReadonlySet<string> = new Set([
  ...['customer', 'metadata', 'last_payment_error', 'request', 'pending_update', 'decline'],
  ...['sends', 'readings', 'refusal', 'details', 'payload'],
])

/** Rows for `INSERT INTO … SELECT …`: `columns` of `table`, in the order of the rows. */
export const rowsToInsert = <Table extends keyof DbTables & string>(
  table: Table,
  columns: readonly (keyof Insertable<DbTables[Table]> & string)[],
  rows: readonly object[],
) => {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  return sql`INSERT INTO ${sql.table(table)} (${list})
    SELECT ${list} FROM json_populate_recordset(NULL::${sql.table(table)}, ${rowsAsJson(rows, columns)}::json)`
}

/** These columns of rows as a JSON array, for `json_populate_recordset`; what is null is left out. */
export const rowsAsJson = (rows: readonly object[], columns: readonly string[]): string =>
  `[${rows.map((row) => `{${fieldsOf(row, columns)}}`).join()}]`

const fieldsOf = (row: object, columns: readonly string[]): string => {
  let fields = ''
  for (const column of columns) {
    const value = (row as Record<string, unknown>)[column]
    if (value === undefined || value === null) continue
    fields += `${fields === '' ? '' : ','}"${column}":${jsonOf(column, value)}`
  }
  return fields
}

const jsonOf = (column: string, value: unknown): string => {
  if (typeof value === 'bigint') return `"${value}"`
  return typeof value === 'string' && JSON_COLUMNS.has(column) ? value : JSON.stringify(value)
}

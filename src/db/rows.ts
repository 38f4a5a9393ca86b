import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DbQuery } from './db.ts'
import type { DbTables } from './tables.ts'

type TableOfIds = {
  [Table in keyof DbTables]: Selectable<DbTables[Table]> extends { id: string } ? Table : never
}[keyof DbTables]

/** The JSON columns of the tables that are written here; their values come as JSON text. */
export const JSON_COLUMNS: ReadonlySet<string> = new Set([
  ...['customer', 'metadata', 'last_payment_error', 'request', 'pending_update', 'decline'],
  ...['sends', 'readings', 'refusal', 'details', 'payload'],
])

/**
 * Writes the changes of many rows, a statement for all that change the same columns. Returns the rows
 * as they are then, in the order of the changes; rejects where one is not there, or is changed twice.
 */
export const updateRows = async <Table extends TableOfIds>(
  query: DbQuery,
  table: Table,
  changes: readonly { id: string; set: Updateable<DbTables[Table]> }[],
): Promise<Selectable<DbTables[Table]>[]> => {
  type Row = Selectable<DbTables[Table]> & { id: string }
  const rows = new Map<string, Row>()
  for (const alike of Map.groupBy(changes, ({ set }) => columnsOf(set).join()).values()) {
    const columns = columnsOf(alike[0]?.set ?? {})
    const set = columns.map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)}`)
    const json = jsonOf(alike.map((change) => ({ ...change.set, id: change.id })))
    const { rows: updated } = await sql<Row>`
      UPDATE ${sql.table(table)} SET ${sql.join(set)}
      FROM json_populate_recordset(NULL::${sql.table(table)}, ${json}::json) AS changed
      WHERE ${sql.table(table)}.id = changed.id RETURNING ${sql.table(table)}.*`.execute(query)
    for (const row of updated) rows.set(row.id, row)
  }
  if (rows.size < changes.length) throw new Error(`${table}: a row is gone, or changed twice`)
  return changes.map(({ id }) => rows.get(id) as Row)
}

/** Rows for `INSERT INTO … SELECT …`: `columns` of `table`, in the order of the rows. */
export const rowsToInsert = <Table extends keyof DbTables & string>(
  table: Table,
  columns: readonly (keyof Insertable<DbTables[Table]> & string)[],
  rows: readonly Insertable<DbTables[Table]>[],
) => {
  const list = sql.join(columns.map((column) => sql.ref(column)))
  return sql`INSERT INTO ${sql.table(table)} (${list})
    SELECT ${list} FROM json_populate_recordset(NULL::${sql.table(table)}, ${jsonOf(rows)}::json)`
}

const columnsOf = (changes: object): string[] =>
  Object.entries(changes)
    .flatMap(([column, value]) => (value === undefined ? [] : [column]))
    .sort()

const jsonOf = (rows: readonly object[]): string =>
  `[${rows.map((row) => `{${fieldsOf(row).join()}}`).join()}]`

const fieldsOf = (row: object): string[] =>
  Object.entries(row).flatMap(([column, value]) =>
    value === undefined ? [] : [`${JSON.stringify(column)}:${jsonOfValue(column, value)}`],
  )

const jsonOfValue = (column: string, value: unknown): string => {
  if (typeof value === 'bigint') return `"${value}"`
  return JSON_COLUMNS.has(column) && typeof value === 'string' ? value : JSON.stringify(value)
}

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { DbQuery } from './db.ts'
import type { DbTables } from './tables.ts'

type TableOfIds = {
  [Table in keyof DbTables]: Selectable<DbTables[Table]> extends { id: string } ? Table : never
}[keyof DbTables]

/** Their values are written as JSON already. */
const JSON_COLUMNS = new Set([
  ...['customer', 'metadata', 'last_payment_error', 'request', 'pending_update', 'decline'],
  ...['sends', 'readings', 'refusal', 'details', 'payload'],
])

/**
 * Writes the changes of many rows, a statement for all that change the same columns. Returns the rows
 * as they are then, in the order of the changes; rejects where one of them is not there.
 */
export const updateRows = async <Table extends TableOfIds>(
  query: DbQuery,
  table: Table,
  changes: readonly { id: string; set: Updateable<DbTables[Table]> }[],
): Promise<Selectable<DbTables[Table]>[]> => {
  type Row = Selectable<DbTables[Table]> & { id: string }
  const rows = new Map<string, Row>()
  const byColumns = Map.groupBy(changes, ({ set }) => columnsOf(set).join())
  for (const alike of byColumns.values()) {
    const columns = columnsOf(alike[0]?.set ?? {})
    const set = columns.map((column) => sql`${sql.ref(column)} = changed.${sql.ref(column)}`)
    const { rows: updated } = await sql<Row>`
      UPDATE ${sql.table(table)} SET ${sql.join(set)}
      FROM json_populate_recordset(NULL::${sql.table(table)}, ${jsonOf(alike.map((each) => ({ ...each.set, id: each.id })))}::json) AS changed
      WHERE ${sql.table(table)}.id = changed.id RETURNING ${sql.table(table)}.*`.execute(query)
    for (const row of updated) rows.set(row.id, row)
  }
  return changes.map(({ id }) => {
    const row = rows.get(id)
    if (!row) throw new Error(`${table} has no ${id}`)
    return row
  })
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

import type pg from 'pg'

/**
 * Reads whole rows of several tables in one statement, `SELECT one.*, other.* …`. Returns a row of
 * each table, in that order; `undefined` where a LEFT JOIN found none.
 */
export const readJoined = async <Tables extends unknown[]>(
  pool: pg.Pool,
  text: string,
  values: unknown[],
): Promise<Tables[]> => {
  const { rows, fields } = await pool.query({ text, values, rowMode: 'array' })
  const tables = [...Map.groupBy(fields.keys(), (at) => fields[at]?.tableID).values()]
  return rows.map(
    (cells: unknown[]) =>
      tables.map((columns) => {
        const row: Record<string, unknown> = {}
        for (const at of columns) row[fields[at]?.name ?? ''] = cells[at]
        return row.id === null ? undefined : row
      }) as Tables,
  )
}

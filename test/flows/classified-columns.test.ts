import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { useWorld } from '../support/use-world.ts'

const world = useWorld()

/** `table.column` of each row in the table of docs/privacy.md, with the class of the column. */
const classified = (): [column: string, kind: string][] => {
  const text = readFileSync('docs/privacy.md', 'utf8')
  const table = text.slice(text.indexOf('| table | customers |'))
  const [head = '', , ...rows] = table.split('\n').filter((line) => line.startsWith('|'))
  const kinds = cellsOf(head)
  return rows.flatMap((row) => {
    const [name = '', ...cells] = cellsOf(row)
    const [tableName = ''] = namesIn(name)
    return cells.flatMap((cell, index) =>
      namesIn(cell).map((column): [string, string] => [
        `${tableName}.${column}`,
        kinds[index + 1] ?? '',
      ]),
    )
  })
}
const cellsOf = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const namesIn = (cell: string): string[] =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)

/** Columns of any type that holds text; partitions have those of their table. */
const columnsWithText = async (): Promise<string[]> => {
  const { rows } = await sql<{ column: string }>`
    SELECT relname || '.' || attname AS column
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    JOIN pg_type ON pg_type.oid = atttypid
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'm')
      AND NOT relispartition AND attnum > 0 AND NOT attisdropped
      AND relname <> 'schema_parts'
      AND (typcategory NOT IN ('B', 'D', 'N', 'T') OR typname = 'tid')`.execute(
    world.puente.ctx.db.query,
  )
  return rows.map(({ column }) => column)
}

it('docs/privacy.md classifies every column of the database that can hold text, and no other', async () => {
  const columns = classified().map(([column]) => column)
  expect(columns.toSorted()).toEqual((await columnsWithText()).toSorted())
})

it('each column has one class', () => {
  const columns = classified().map(([column]) => column)
  expect(columns.filter((column, index) => columns.indexOf(column) !== index)).toEqual([])
})

it('the columns of an order that name its customer are those of customers', () => {
  const kinds = new Map(classified())
  expect(kinds.get('orders.customer')).toBe('customers')
  expect(kinds.get('inbox.body')).toBe('customers')
  expect(kinds.get('people.email')).toBe('staff and merchants')
})

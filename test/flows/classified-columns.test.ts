import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { classifiedColumns, flawsOfClassification } from '../support/classified-columns.ts'
import { useWorld } from '../support/use-world.ts'

const world = useWorld()

/** Columns of any type that holds text; partitions have those of their table. */
const columnsWithText = async (): Promise<{ table: string; column: string }[]> => {
  const { rows } = await sql<{ table: string; column: string }>`
    SELECT relname AS table, attname AS column
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    JOIN pg_type ON pg_type.oid = atttypid
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'm')
      AND NOT relispartition AND attnum > 0 AND NOT attisdropped
      AND relname <> 'schema_parts'
      AND (typcategory NOT IN ('B', 'D', 'N', 'T') OR typname = 'tid')
    ORDER BY 1, attnum`.execute(world.puente.ctx.db.query)
  return rows
}

it('docs/privacy.md classifies every column of the database that can hold text, and no other', async () => {
  expect(flawsOfClassification(classifiedColumns(), await columnsWithText())).toEqual([])
})

it('a column without a class is named with its row', async () => {
  const database = [...(await columnsWithText()), { table: 'tasks', column: 'greeting' }]
  expect(flawsOfClassification(classifiedColumns(), database)).toEqual([
    expect.stringMatching(/privacy\.md: add `greeting` to the row `tasks`/),
  ])
})

it('a classified column that the database lacks is named with its row', async () => {
  const database = (await columnsWithText()).filter(
    ({ table, column }) => table !== 'tasks' || column !== 'note',
  )
  expect(flawsOfClassification(classifiedColumns(), database)).toEqual([
    expect.stringMatching(/privacy\.md: remove `note` from the row `tasks`/),
  ])
})

it('each column has one class', () => {
  const columns = classifiedColumns().map(({ table, column }) => `${table}.${column}`)
  expect(columns.filter((column, index) => columns.indexOf(column) !== index)).toEqual([])
})

it('each class is one that the page explains', () => {
  const kinds = new Set(classifiedColumns().map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual(['customers', 'other', 'staff and merchants'])
})

import { readFileSync } from 'node:fs'

const DOCUMENT = 'docs/privacy.md'

export interface ClassifiedColumn {
  table: string
  column: string
  /** Title of the column of the document's table: `customers`, `staff and merchants` or `other`. */
  kind: string
}

/** Columns of the database as docs/privacy.md classifies them. */
export const classifiedColumns = (): ClassifiedColumn[] => {
  const text = readFileSync(DOCUMENT, 'utf8')
  const table = text.slice(text.indexOf('| table | customers |'))
  const [head = '', , ...rows] = table.split('\n').filter((line) => line.startsWith('|'))
  const kinds = cellsOf(head)
  return rows.flatMap((row) => {
    const [name = '', ...cells] = cellsOf(row)
    const [tableName = ''] = namesIn(name)
    return cells.flatMap((cell, index) =>
      namesIn(cell).map((column) => ({
        table: tableName,
        column,
        kind: kinds[index + 1] ?? '',
      })),
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

/** Says what the document's table lacks, and what it has too much, row by row. */
export const flawsOfClassification = (
  classified: readonly Pick<ClassifiedColumn, 'table' | 'column'>[],
  database: readonly Pick<ClassifiedColumn, 'table' | 'column'>[],
): string[] => [
  ...without(database, classified).map(
    ({ table, column }) =>
      `${DOCUMENT}: add \`${column}\` to the row \`${table}\`, under customers (what an erasure must empty), staff and merchants, or other`,
  ),
  ...without(classified, database).map(
    ({ table, column }) =>
      `${DOCUMENT}: remove \`${column}\` from the row \`${table}\`, which has no such column with text`,
  ),
]

const without = (
  columns: readonly Pick<ClassifiedColumn, 'table' | 'column'>[],
  others: readonly Pick<ClassifiedColumn, 'table' | 'column'>[],
) => {
  const known = new Set(others.map(({ table, column }) => `${table}.${column}`))
  return columns.filter(({ table, column }) => !known.has(`${table}.${column}`))
}

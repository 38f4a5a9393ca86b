export interface Section {
  title: string
  note?: string
  columns: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Tables for humans; figures for chart and targets. */
export interface Findings {
  sections: readonly Section[]
  figures?: Readonly<Record<string, number>>
}

/** About three significant digits: `3,912`, `12.3`, `0.48`, `0.041`; `-` for none. */
export const digits = (value: number | undefined): string => {
  if (value === undefined || Number.isNaN(value)) return '-'
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en')
  if (Math.abs(value) >= 10) return value.toFixed(1)
  return value.toFixed(Math.abs(value) >= 0.1 || value === 0 ? 2 : 3)
}

export const printSection = ({ title, note, columns, rows }: Section): void => {
  console.log(`\n${title}`)
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...rows.map((row) => (row[index] ?? '').length)),
  )
  for (const row of [columns, ...rows]) {
    const cells = row.map((cell, index) =>
      index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0),
    )
    console.log(`  ${cells.join('  ')}`)
  }
  if (note) console.log(`  ${note}`)
}

export const markdownOf = ({ title, note, columns, rows }: Section): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const table = [columns, columns.map((_, index) => (index === 0 ? '---' : '--:')), ...rows]
  return [`### ${title}`, ...(note ? [note] : []), table.map(line).join('\n')].join('\n\n')
}

import { printable } from '../../runtime/text/printable.ts'

/** Renders rows: aligned with headers at a terminal, else tab-separated without. */
export const tableLines = (
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  { isTTY }: { isTTY: boolean },
): string[] => {
  const cells = rows.map((row) => row.map(printable))
  if (!isTTY) return cells.map((row) => row.join('\t'))
  const all = [headers, ...cells]
  const widths = headers.map((_, column) =>
    Math.max(...all.map((row) => widthOf(row[column] ?? ''))),
  )
  return all.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

/** Counts graphemes: a combining accent is a separate code unit. */
const widthOf = (text: string): number => [...SIGNS.segment(text)].length
const SIGNS = new Intl.Segmenter()

/** Prints a table; at a terminal, a sentence if it is empty. */
export const printTable = (
  headers: readonly string[],
  rows: readonly (readonly string[])[],
  { none }: { none: string },
): void => {
  const isTTY = process.stdout.isTTY === true
  if (rows.length > 0) console.log(tableLines(headers, rows, { isTTY }).join('\n'))
  else if (isTTY) console.log(none)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Formats `40 s`, `5 min`, `3 h` or `2 d`. */
export const compactAge = (ageMs: number): string => {
  if (ageMs < MINUTE_MS) return `${Math.max(Math.floor(ageMs / 1_000), 0)} s`
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`
  return `${Math.floor(ageMs / DAY_MS)} d`
}

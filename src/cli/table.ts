import { printable } from '../runtime/printable.ts'

/**
 * Rows as lines: at a terminal in columns below their headers, for programs with tabs between and without
 * headers.
 */
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

/** Signs and not code units: an accent may be a sign of its own. */
const widthOf = (text: string): number => [...SIGNS.segment(text)].length
const SIGNS = new Intl.Segmenter()

/** Prints a table, or a sentence where it has no rows. */
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

/** How long ago, in the largest unit that fits: `40 s`, `5 min`, `3 h`, `2 d`. */
export const ageText = (ageMs: number): string => {
  if (ageMs < MINUTE_MS) return `${Math.max(Math.floor(ageMs / 1_000), 0)} s`
  if (ageMs < HOUR_MS) return `${Math.floor(ageMs / MINUTE_MS)} min`
  if (ageMs < DAY_MS) return `${Math.floor(ageMs / HOUR_MS)} h`
  return `${Math.floor(ageMs / DAY_MS)} d`
}

import { DAY, HOUR, MINUTE, SECOND } from '../../runtime/clock.ts'
import { printable } from '../../runtime/text/printable.ts'

/** Prints a JSON document; bigints become strings. */
export const printReportJson = (document: object): void =>
  console.log(
    JSON.stringify(document, (_, value) => (typeof value === 'bigint' ? String(value) : value), 2),
  )

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

/** Formats `40 s`, `5 min`, `3 h` or `2 d`. */
export const compactAge = (ageMs: number): string => {
  if (ageMs < MINUTE) return `${Math.max(Math.floor(ageMs / SECOND), 0)} s`
  if (ageMs < HOUR) return `${Math.floor(ageMs / MINUTE)} min`
  if (ageMs < DAY) return `${Math.floor(ageMs / HOUR)} h`
  return `${Math.floor(ageMs / DAY)} d`
}

/** Formats `1 order waits` or `2 orders wait`. */
export const counted = (
  count: number,
  thing: string,
  [one, more]: readonly [one: string, more: string] | readonly [] = [],
): string => {
  const verb = count === 1 ? one : more
  return `${count} ${thing}${count === 1 ? '' : 's'}${verb ? ` ${verb}` : ''}`
}

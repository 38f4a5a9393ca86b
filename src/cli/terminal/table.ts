import { Help } from 'commander'
import { cutToWidth, displayWidth } from '../../runtime/text/display-width.ts'
import { printable } from '../../runtime/text/printable.ts'

/**
 * A column: its header, and how it yields on a narrow terminal. `cut`: a long name, cut first, to
 * `least` columns. `extra`: left out if cut names are not enough, the last one first.
 */
export type Column =
  | string
  | { header: string; yields: 'cut'; least?: number }
  | { header: string; yields: 'extra' }

/** A time is whole elsewhere, to the minute at a terminal. */
export type Cell = string | Date

export interface Outlet {
  isTTY: boolean
  /** Columns of the terminal; unlimited without. */
  columns?: number | undefined
}

const GAP = '  '
/** A cut name stays recognizable. */
const LEAST_NAME = 10
const LEAST = 3

export const stdoutOutlet = (): Outlet => ({
  isTTY: process.stdout.isTTY === true,
  // 0 on a terminal of unknown width.
  columns: process.stdout.columns || undefined,
})

/** Renders rows: fitted to the terminal with headers, else tab-separated, whole and without. */
export const tableLines = (
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { isTTY, columns: most = Number.POSITIVE_INFINITY }: Outlet,
): string[] => {
  if (!isTTY) return rows.map((row) => row.map((cell) => printable(wholeText(cell))).join('\t'))
  const all = [columns.map(headerOf), ...rows.map((row) => row.map(shortText))]
  const natural = columns.map((_, index) =>
    Math.max(...all.map((row) => displayWidth(row[index] ?? ''))),
  )
  const widths = fittedWidths(columns, natural, most)
  return all.map((row) =>
    row
      .flatMap((text, index) => {
        const width = widths[index] ?? 0
        const cut = cutToWidth(text, width)
        return width === 0 ? [] : [cut + ' '.repeat(Math.max(width - displayWidth(cut), 0))]
      })
      .join(GAP)
      .trimEnd(),
  )
}

const headerOf = (column: Column): string => (typeof column === 'string' ? column : column.header)
const yieldsOf = (column: Column | undefined) =>
  typeof column === 'object' ? column.yields : undefined

const leastOf = (column: Column | undefined): number =>
  typeof column === 'object' && column.yields === 'cut' ? (column.least ?? LEAST_NAME) : LEAST_NAME

const wholeText = (cell: Cell): string => (cell instanceof Date ? cell.toISOString() : cell)
const shortText = (cell: Cell): string =>
  cell instanceof Date ? `${cell.toISOString().slice(0, 16).replace('T', ' ')}Z` : printable(cell)

const takenBy = (widths: readonly number[]): number => {
  const shown = widths.filter((width) => width > 0)
  return shown.reduce((sum, width) => sum + width, 0) + GAP.length * Math.max(shown.length - 1, 0)
}

/** Returns the width of each column, 0 for one that is left out. */
const fittedWidths = (
  columns: readonly Column[],
  natural: readonly number[],
  most: number,
): number[] => {
  const widths = [...natural]
  const names = columns.flatMap((column, index) => (yieldsOf(column) === 'cut' ? [index] : []))
  const extras = columns.flatMap((column, index) => (yieldsOf(column) === 'extra' ? [index] : []))
  const leastOfName = (index: number) => leastOf(columns[index])
  narrow(widths, { of: names, least: leastOfName, most })
  for (const index of extras.reverse()) {
    if (takenBy(widths) <= most) break
    widths[index] = 0
    for (const name of names) widths[name] = natural[name] ?? 0
    narrow(widths, { of: names, least: leastOfName, most })
  }
  narrow(widths, { of: names, least: () => LEAST_NAME, most })
  narrow(widths, { of: [...widths.keys()], least: () => LEAST, most })
  return widths
}

/** Takes columns from the widest of some until all fit. */
const narrow = (
  widths: number[],
  { of, least, most }: { of: readonly number[]; least: (index: number) => number; most: number },
): void => {
  while (takenBy(widths) > most) {
    const widest = of.reduce<number | undefined>(
      (best, index) =>
        (widths[index] ?? 0) > least(index) &&
        (best === undefined || (widths[index] ?? 0) > (widths[best] ?? 0))
          ? index
          : best,
      undefined,
    )
    if (widest === undefined) return
    widths[widest] = (widths[widest] ?? 0) - 1
  }
}

/** Prints a table; at a terminal, a sentence if it is empty. */
export const printTable = (
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { none }: { none: string },
): void => {
  const outlet = stdoutOutlet()
  if (rows.length > 0) console.log(tableLines(columns, rows, outlet).join('\n'))
  else if (outlet.isTTY) console.log(none)
}

/** Prints a line below a row; wraps it at a terminal. */
export const printBelow = (text: string, { isTTY, columns }: Outlet = stdoutOutlet()): void => {
  const line = printable(text)
  const lines = isTTY && columns ? new Help().boxWrap(line, columns - INDENT.length) : line
  for (const each of lines.split('\n')) console.log(`${INDENT}${each}`)
}
const INDENT = '    '

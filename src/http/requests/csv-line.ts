type Cell = string | number | null

/**
 * Renders RFC 4180. Escapes cells that a spreadsheet would run as formulas, also after semicolons
 * and tabs, which separate cells in locales that write 1,5.
 */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellOf).join(',')}\r\n`

/** Excel reads UTF-8 only after this mark: without it, “José” becomes “JosÃ©”. */
export const BYTE_ORDER_MARK = '\uFEFF'

export async function* forSpreadsheet(
  lines: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK
  yield* lines
}

/** Renders a row in the order of its columns; objects as JSON. */
export const csvRow = <Column extends string>(
  columns: readonly Column[],
  row: Readonly<Record<Column, Cell | object>>,
): string =>
  csvLine(
    columns.map((column) => {
      const value: Cell | object = row[column]
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
    }),
  )

const FORMULA = /^[=+\-@＝＋－＠\t\r]/
const FORMULA_WITHIN = /([;\t\r\n])(?=[=+\-@＝＋－＠])/g
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/

const cellOf = (value: Cell): string => {
  const text = String(value ?? '')
  const plain = text.replace(FORMULA_WITHIN, "$1'")
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${plain}` : plain
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

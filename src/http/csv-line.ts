/**
 * A line of a table as RFC 4180 has it. What a spreadsheet would run as a formula stays a text, also
 * where it parts cells by semicolons or tabs, as it does in countries that write 1,5.
 */
export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cellOf).join(',')}\r\n`

/** The wide ones begin a formula where the language of the spreadsheet writes them so. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/
const FORMULA_WITHIN = /([;\t\r\n])(?=[=+\-@＝＋－＠])/g
const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/

const cellOf = (value: string | number | null): string => {
  const text = String(value ?? '')
  const plain = text.replace(FORMULA_WITHIN, "$1'")
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${plain}` : plain
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

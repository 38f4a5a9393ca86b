/**
 * A decimal string as a value that `JSON.stringify` writes digit for digit as a JSON number, so
 * that an amount never passes through a float.
 */
export const exactJsonNumber = (decimal: string): unknown => {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(decimal)) throw new Error(`Not a JSON number: ${decimal}`)
  return JSON.rawJSON(decimal)
}

/** A run of so many digits may be more than a double holds. */
const MANY_DIGITS = /\d{16}/

/**
 * `JSON.parse`, but for numbers of many digits: those come out as values that `JSON.stringify`
 * writes as they were written. Whether a text needs it, `hasLongNumbers` says.
 */
export const parseJsonExactly = (text: string): unknown =>
  hasLongNumbers(text)
    ? JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
        typeof value === 'number' && context?.source && hasLongNumbers(context.source)
          ? JSON.rawJSON(context.source)
          : value,
      )
    : JSON.parse(text)

/** Whether a text has so many digits in a row that `JSON.parse` might change them. */
export const hasLongNumbers = (text: string): boolean => MANY_DIGITS.test(text)

declare global {
  interface JSON {
    /** ECMAScript's "JSON.parse source text access" proposal; Node has it since 21. */
    rawJSON(text: string): unknown
  }
}

/** Makes `JSON.stringify` write a decimal digit for digit. Throws on other text. */
export const exactJsonNumber = (decimal: string): unknown => {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(decimal)) throw new Error(`Not a JSON number: ${decimal}`)
  return JSON.rawJSON(decimal)
}

const MANY_DIGITS = /\d{16}/

/** Parses JSON but keeps the digits of long numbers for `JSON.stringify`. */
export const parseJsonExactly = (text: string): unknown =>
  hasLongNumbers(text)
    ? JSON.parse(text, (_key, value: unknown, context?: { source?: string }) =>
        typeof value === 'number' && context?.source && hasLongNumbers(context.source)
          ? JSON.rawJSON(context.source)
          : value,
      )
    : JSON.parse(text)

/** Reports whether `JSON.parse` might lose digits: a double holds 15. */
export const hasLongNumbers = (text: string): boolean => MANY_DIGITS.test(text)

declare global {
  interface JSON {
    /** ECMAScript proposal "JSON.parse source text access", in Node since 21. */
    rawJSON(text: string): unknown
  }
}

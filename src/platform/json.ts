/**
 * A decimal string as a value that `JSON.stringify` writes digit for digit as a JSON number, so
 * that an amount never passes through a float.
 */
export const exactJsonNumber = (decimal: string): unknown => {
  if (!/^-?(0|[1-9]\d*)(\.\d+)?$/.test(decimal)) throw new Error(`Not a JSON number: ${decimal}`)
  return JSON.rawJSON(decimal)
}

declare global {
  interface JSON {
    /** ECMAScript's "JSON.parse source text access" proposal; Node has it since 21. */
    rawJSON(text: string): unknown
  }
}

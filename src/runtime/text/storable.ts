/** Reports whether PostgreSQL and JSON can hold a text: no NUL, no lone surrogates. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** Replaces NUL and lone surrogates by U+FFFD. */
export const toStorableText = (text: string): string =>
  text.toWellFormed().replaceAll('\0', '\ufffd')

/** Covers all strings of a JSON value, names included. */
export const toStorable = (value: unknown): unknown => {
  if (typeof value === 'string') return toStorableText(value)
  if (Array.isArray(value)) return value.map(toStorable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [toStorableText(name), toStorable(field)]),
  )
}

const MAY_NOT_BE_KEEPABLE = /\\u(0000|d[89a-f])/i

/** Makes every string safe to store. */
export const parseStorableJson = (text: string): unknown =>
  text.includes('\\u') && MAY_NOT_BE_KEEPABLE.test(text)
    ? toStorable(JSON.parse(text))
    : JSON.parse(text)

/** Returns `undefined` for text that is no JSON. */
export const readStorableJson = (text: string): unknown => {
  try {
    return parseStorableJson(text)
  } catch {
    return undefined
  }
}

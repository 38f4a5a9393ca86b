/**
 * Whether a text can be kept: PostgreSQL has no NUL in a text, and half a surrogate pair is no
 * character, neither for it nor in JSON.
 */
export const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

/** A text of somebody else as it can be kept: what is no character becomes the sign for that. */
export const keepableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd')

/** The same for everything in a value that came as JSON, the names of its fields among it. */
export const keepable = (value: unknown): unknown => {
  if (typeof value === 'string') return keepableText(value)
  if (Array.isArray(value)) return value.map(keepable)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [keepableText(name), keepable(field)]),
  )
}

/** A NUL, or half a pair or a whole one, in the only way in which JSON can have them. */
const MAY_NOT_BE_KEEPABLE = /\\u(0000|d[89a-f])/i

/** `JSON.parse` of what somebody else wrote: nothing that comes out of it fails a query later. */
export const parseKeepableJson = (text: string): unknown =>
  MAY_NOT_BE_KEEPABLE.test(text) ? keepable(JSON.parse(text)) : JSON.parse(text)

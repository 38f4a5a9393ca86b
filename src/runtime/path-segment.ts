/** `.` and `..`, also as `%2e`: URL parsers resolve them, so they never arrive. */
const DOTS = /^(?:\.|%2e){1,2}$/i

/** Path separators, plain and as proxies decode them. */
const SEPARATOR = /[/\\]|%2f|%5c/i

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Blanks and invisible formatting characters. */
const INVISIBLE = /^[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]+$/u

/**
 * Tells whether every HTTP client can encode a text into a path so that it arrives unchanged: no dot
 * segments, no control characters, and a visible character.
 */
export const canBeInPath = (text: string): boolean =>
  !CONTROL.test(text) &&
  !INVISIBLE.test(text) &&
  !text.split(SEPARATOR).some((part) => DOTS.test(part.trim()))

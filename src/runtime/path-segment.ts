/** `.` and `..`, also as `%2e`: what reads an address resolves them, so that they never arrive. */
const DOTS = /^(?:\.|%2e){1,2}$/i

/** Separators of a path, as they are and as proxies decode them. */
const SEPARATOR = /[/\\]|%2f|%5c/i

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Blanks, and signs of formatting that nobody sees. */
const INVISIBLE = /^[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]+$/u

/**
 * Whether every HTTP client can write a text into a path, encoded, so that it arrives as it is: no
 * dot segments, no control characters, and something that can be seen.
 */
export const canBeInPath = (text: string): boolean =>
  !CONTROL.test(text) &&
  !INVISIBLE.test(text) &&
  !text.split(SEPARATOR).some((part) => DOTS.test(part.trim()))

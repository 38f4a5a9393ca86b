/** URL parsers resolve dot segments, so they never arrive. */
const DOTS = /^(?:\.|%2e){1,2}$/i

/** Separators, including escapes that proxies decode. */
const SEPARATOR = /[/\\]|%2f|%5c/i

const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]/u

const INVISIBLE = /^[\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]+$/u

/**
 * Reports whether any HTTP client keeps a text in a URL path: no dot segments, no control
 * characters, something visible.
 */
export const canBeInPath = (text: string): boolean =>
  !CONTROL.test(text) &&
  !INVISIBLE.test(text) &&
  !text.split(SEPARATOR).some((part) => DOTS.test(part.trim()))

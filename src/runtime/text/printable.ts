import { fitText } from './fit-text.ts'

/**
 * Replaces with blanks control characters (commands), formatting characters (which reorder or hide
 * text) and hard spaces (which break searches).
 */
export const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+|\p{Zs}/gu, ' ')

export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n')

/**
 * Renders at most `most` UTF-16 units on one line, without invisible characters or runs of blanks.
 * May be empty.
 */
export const oneLine = (text: string, most: number): string =>
  fitText(printable(text).replaceAll(/ {2,}/g, ' ').trim(), most)

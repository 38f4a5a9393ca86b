import { z } from 'zod'

/**
 * Whether a text can be kept: PostgreSQL has no NUL in a text, and half a surrogate pair is no
 * character.
 */
export const isPlainText = (text: string): boolean => text.isWellFormed() && !text.includes('\0')

const NOT_PLAIN = { error: 'Holds a character that is none', abort: true }

/** A text of 1 to `maxLength` UTF-16 units, without the spaces around it. */
export const plainText = (maxLength: number) =>
  z.string().refine(isPlainText, NOT_PLAIN).trim().min(1).max(maxLength)

import { z } from 'zod'
import { holdsCardNumberAs } from '../runtime/caller-texts.ts'

/** An e-mail address in the form in which it is kept and compared: ASCII, in small letters. */
export const Email = z
  .string()
  .trim()
  .max(254)
  // Before it is written small: a letter of another script may become an ASCII one by that.
  .pipe(z.email().refine((email) => !holdsCardNumberAs('email', email)))
  .transform((email) => email.toLowerCase())

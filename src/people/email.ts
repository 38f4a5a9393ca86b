import { z } from 'zod'
import { holdsCardNumberAs } from '../runtime/caller-texts.ts'

/** E-mail address in the form we store and compare: ASCII, lower case. */
export const Email = z
  .string()
  .trim()
  .max(254)
  // Validates before lower-casing, which can turn a letter of another script into ASCII.
  .pipe(z.email().refine((email) => !holdsCardNumberAs('email', email)))
  .transform((email) => email.toLowerCase())

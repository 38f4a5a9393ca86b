import { z } from 'zod'
import { holdsCardNumberAs } from '../runtime/text/caller-texts.ts'

/** As stored and compared: ASCII, lower case. */
export const Email = z
  .string()
  .trim()
  .max(254)
  // Validates first: lower-casing can turn another script's letter into ASCII.
  .pipe(z.email().refine((email) => !holdsCardNumberAs('email', email)))
  .transform((email) => email.toLowerCase())

import { z } from 'zod'

const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/

/**
 * An amount in decimal units as the gateway writes it: a JSON number or a numeric string. Comes
 * out as a decimal string. A number in exponent notation is too large or too small to be money.
 */
export const decimal = z
  .union([z.number(), z.string()])
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(PLAIN_DECIMAL))

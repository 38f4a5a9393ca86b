import { z } from 'zod'

const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/

/** Digits that a double holds exactly; further ones are float noise. */
const EXACT_DIGITS = 15

/**
 * An amount in decimal units: a JSON number or numeric string, parsed to a decimal string. Strips
 * float noise (105.35000000000001). Rejects exponent notation: no plausible money.
 */
export const decimal = z
  .union([z.number().transform((value) => Number(value.toPrecision(EXACT_DIGITS))), z.string()])
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(PLAIN_DECIMAL))

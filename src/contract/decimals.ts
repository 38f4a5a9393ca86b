import { z } from 'zod'

const PLAIN_DECIMAL = /^-?\d+(\.\d+)?$/

/** A double holds so many decimal digits exactly; further ones are the noise of its arithmetic. */
const EXACT_DIGITS = 15

/**
 * An amount in decimal units as the gateway writes it: a JSON number or a numeric string. Comes
 * out as a decimal string. A number that a gateway has calculated in floats (105.35000000000001)
 * loses its noise; one in exponent notation is too large or too small to be money.
 */
export const decimal = z
  .union([z.number().transform((value) => Number(value.toPrecision(EXACT_DIGITS))), z.string()])
  .transform((value) => String(value).trim())
  .pipe(z.string().regex(PLAIN_DECIMAL))

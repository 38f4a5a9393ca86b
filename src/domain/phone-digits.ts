const HONDURAS = '504'
const LOCAL_LENGTH = 8
/** The longest number of E.164, and the shortest that can have a country code. */
const LENGTHS = [10, 15] as const

/**
 * Returns a phone number as digits with its country code, as `wa.me` takes it; `undefined` for
 * what is no number. Eight digits alone are a number of Honduras.
 */
export const phoneDigits = (typed: string): string | undefined => {
  const hasCode = /^\s*(\+|00)/.test(typed)
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '')
  if (/[^\d\s().+/-]/.test(typed)) return undefined
  if (!hasCode && digits.length === LOCAL_LENGTH) return `${HONDURAS}${digits}`
  return digits.length >= LENGTHS[0] && digits.length <= LENGTHS[1] ? digits : undefined
}

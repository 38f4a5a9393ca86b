const HONDURAS = '504'
const LOCAL_LENGTH = 8
/** Digits of E.164: the longest number, and the shortest with a country code. */
const LENGTHS = [10, 15] as const

/**
 * Returns a phone number as digits with its country code, as `wa.me` expects; `undefined`: not a
 * number. Eight digits alone are a Honduran number.
 */
export const phoneDigits = (typed: string): string | undefined => {
  // Contacts copied from WhatsApp contain direction marks, web pages other dashes.
  const text = typed
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\p{Pd}/gu, '-')
  const hasCode = /^\s*(\+|00)/.test(text)
  const digits = text.replaceAll(/\D/g, '').replace(/^00/, '')
  if (/[^\d\s().+/-]/.test(text.replace(/^\s*tel:/i, ''))) return undefined
  if (!hasCode && digits.length === LOCAL_LENGTH) return `${HONDURAS}${digits}`
  return digits.length >= LENGTHS[0] && digits.length <= LENGTHS[1] ? digits : undefined
}

const WITH_CODE = new RegExp(`^${HONDURAS}(\\d{${LOCAL_LENGTH}})$`)

/**
 * Returns the canonical digits of a phone number: `9999-1234`, `+504 9999 1234` and `00504…` have
 * the same ones. Empty without digits. In step with `customer_key` in the database.
 */
export const phoneSpellings = (typed: string): string[] => {
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '')
  if (digits === '') return []
  const local = WITH_CODE.exec(digits)?.[1] ?? digits
  const whole = local.length === LOCAL_LENGTH ? `${HONDURAS}${local}` : local
  return [...new Set([local, whole, `00${whole}`])]
}

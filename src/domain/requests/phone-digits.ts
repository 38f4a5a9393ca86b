const HONDURAS = '504'
const LOCAL_LENGTH = 8
/** The longest number of E.164, and the shortest that can have a country code. */
const LENGTHS = [10, 15] as const

/**
 * Returns a phone number as digits with its country code, as `wa.me` takes it; `undefined` for
 * what is no number. Eight digits alone are a number of Honduras.
 */
export const phoneDigits = (typed: string): string | undefined => {
  // Contacts copied from WhatsApp have marks of direction, pages have other dashes.
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
 * Returns the digits of a phone number in each form that people write: `9999-1234`, `+504 9999 1234`
 * and `00504…` have the same ones. Empty without digits. `customer_key` in the database agrees.
 */
export const phoneSpellings = (typed: string): string[] => {
  const digits = typed.replaceAll(/\D/g, '').replace(/^00/, '')
  if (digits === '') return []
  const local = WITH_CODE.exec(digits)?.[1] ?? digits
  const whole = local.length === LOCAL_LENGTH ? `${HONDURAS}${local}` : local
  return [...new Set([local, whole, `00${whole}`])]
}

/** Country code of Honduras, whose numbers have 8 digits. */
const COUNTRY = '504'
const LOCAL = /^\d{8}$/
const WITH_COUNTRY = /^504(\d{8})$/

/**
 * Returns the digits of a phone number in each form that people write: `9999-1234`, `+504 9999 1234`
 * and `00504…` have the same ones. Empty without digits. `customer_key` in the database agrees.
 */
export const phoneSpellings = (typed: string): string[] => {
  const digits = typed.replace(/\D/g, '').replace(/^00/, '')
  if (digits === '') return []
  const local = WITH_COUNTRY.exec(digits)?.[1] ?? digits
  const international = LOCAL.test(local) ? `${COUNTRY}${local}` : local
  return [...new Set([local, international, `00${international}`])]
}

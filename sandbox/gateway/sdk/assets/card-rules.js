// Rules of both card forms.

const LENGTHS = { least: 13, most: 19 }

const digitsIn = (text) => text.replace(/\D/g, '')

const formatNumber = (text) =>
  digitsIn(text)
    .slice(0, LENGTHS.most)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** Formats to MM/YY while typing; accepts autofill as 2039-12 or 12/2039. */
const formatExpiry = (text) => {
  const [, filledYear, filledMonth] = /^(\d{4})-(\d{2})$/.exec(text.trim()) ?? []
  if (filledYear) return `${filledMonth}/${filledYear.slice(2)}`
  const [, month] = /^\s*(\d)\s*[/.-]\s*/.exec(text) ?? []
  const digits = digitsIn(month ? `0${text}` : text).slice(0, 6)
  if (/^[2-9]$/.test(digits)) return `0${digits}`
  if (digits.length > 2) return `${digits.slice(0, 2)}/${digits.slice(2)}`
  return /\d{2}\s*[/.-]\s*$/.test(text) || (month && digits.length === 2) ? `${digits}/` : digits
}

const readExpiry = (text) => {
  const [, month, year] = /^(\d{2})\/(\d{2}|\d{4})$/.exec(text.trim()) ?? []
  const exp_month = Number(month)
  if (!year || exp_month < 1 || exp_month > 12) return undefined
  return { exp_month, exp_year: Number(year.length === 2 ? `20${year}` : year) }
}

/** Check digit (ISO/IEC 7812-1). */
const passesLuhn = (digits) =>
  [...digits].reverse().reduce((sum, digit, fromRight) => {
    const value = Number(digit) * (fromRight % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

/**
 * Returns a field's error. `refused`: well-formed, but no card that can pay. `month` is the current
 * one, e.g. `2026-09`.
 */
export const typedProblem = {
  number: (text) => {
    const digits = digitsIn(text)
    if (digits === '') return 'missing'
    const fits = digits.length >= LENGTHS.least && digits.length <= LENGTHS.most
    return fits && passesLuhn(digits) ? undefined : 'invalid'
  },
  expiry: (text, { month }) => {
    if (text.trim() === '') return 'missing'
    const expiry = readExpiry(text)
    if (!expiry) return 'invalid'
    const written = `${expiry.exp_year}-${String(expiry.exp_month).padStart(2, '0')}`
    return written < month ? 'refused' : undefined
  },
  cvc: (text) => {
    if (text.trim() === '') return 'missing'
    return /^\d{3,4}$/.test(text) ? undefined : 'invalid'
  },
  holder: (text) => (text.trim() === '' ? 'missing' : undefined),
}

const BRANDS = {
  visa: /^4/,
  mastercard: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
  amex: /^3[47]/,
}

const brandOf = (text) => Object.keys(BRANDS).find((brand) => BRANDS[brand].test(digitsIn(text)))

export const showBrand = (number) => {
  const brand = brandOf(number)
  for (const mark of document.querySelectorAll('[data-brand]')) {
    mark.classList.toggle('other', brand !== undefined && mark.dataset.brand !== brand)
  }
}

export const formatOf = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: (text) => digitsIn(text).slice(0, 4),
  holder: (text) => text,
}

/** Omits the holder's name, which the service does not store. */
export const cardOf = ({ number, expiry, cvc }) => ({
  number: digitsIn(number),
  ...readExpiry(expiry),
  cvc,
})

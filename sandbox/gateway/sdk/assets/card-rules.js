// What a card field may hold, and how it is written. Nothing here touches the page.

const LENGTHS = { least: 13, most: 19 }

const digitsIn = (text) => text.replace(/\D/g, '')

/** In groups of four, as on the card. */
const formatNumber = (text) =>
  digitsIn(text)
    .slice(0, LENGTHS.most)
    .replace(/(\d{4})(?=\d)/g, '$1 ')

/** As MM/YY while it is typed; what a browser fills in as 2039-12 or 12/2039 is understood too. */
const formatExpiry = (text) => {
  const [, filledYear, filledMonth] = /^(\d{4})-(\d{2})$/.exec(text.trim()) ?? []
  if (filledYear) return `${filledMonth}/${filledYear.slice(2)}`
  const [, month] = /^\s*(\d)\s*[/.-]\s*/.exec(text) ?? []
  const digits = digitsIn(month ? `0${text}` : text).slice(0, 6)
  if (/^[2-9]$/.test(digits)) return `0${digits}`
  if (digits.length > 2) return `${digits.slice(0, 2)}/${digits.slice(2)}`
  return /\d{2}\s*[/.-]\s*$/.test(text) || (month && digits.length === 2) ? `${digits}/` : digits
}

/** `{ exp_month, exp_year }`, or `undefined` while it is none. */
const readExpiry = (text) => {
  const [, month, year] = /^(\d{2})\/(\d{2}|\d{4})$/.exec(text.trim()) ?? []
  const exp_month = Number(month)
  if (!year || exp_month < 1 || exp_month > 12) return undefined
  return { exp_month, exp_year: Number(year.length === 2 ? `20${year}` : year) }
}

/** The check digit of ISO/IEC 7812-1: finds a mistyped digit. */
const passesLuhn = (digits) =>
  [...digits].reverse().reduce((sum, digit, fromRight) => {
    const value = Number(digit) * (fromRight % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0) %
    10 ===
  0

/**
 * What is wrong with a field: `missing`, `invalid`, `refused` (well written, but no card that can
 * pay), or nothing. `month` is the current one, as `2026-09`.
 */
export const problemOf = {
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

export const formatOf = {
  number: formatNumber,
  expiry: formatExpiry,
  cvc: (text) => digitsIn(text).slice(0, 4),
  holder: (text) => text,
}

/** The card as it is posted. The holder's name stays here: nothing in the service keeps it. */
export const cardOf = ({ number, expiry, cvc }) => ({
  number: digitsIn(number),
  ...readExpiry(expiry),
  cvc,
})

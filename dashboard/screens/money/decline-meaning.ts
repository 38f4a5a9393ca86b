import type { Names } from '../../app/language.ts'

/** Formats `Insufficient funds (51)`; an unknown processor code (ISO 8583, field 39) stays as it is. */
export const declineMeaning = (code: string, meanings: Names): string => {
  const meaning = meanings[code.toUpperCase()]
  return meaning ? `${meaning} (${code})` : code
}

import type { Language } from '../locales/language.ts'
import { DOMAIN_TEXTS } from './texts.ts'

/** Code of a decline without a reason. */
export const NO_DECLINE_CODE = 'unknown'

/**
 * Formats `Insufficient funds (51)`, by the processor's code (ISO 8583, field 39). Keeps an unknown
 * code, with the processor's words.
 */
export const declineInWords = (
  { code, message = null }: { code: string | null; message?: string | null },
  language: Language,
): string => {
  const { codes, noReason } = DOMAIN_TEXTS[language].declines
  const meanings: Readonly<Record<string, string>> = codes
  if (code === null || code === NO_DECLINE_CODE) return message ?? noReason
  const key = code.toUpperCase()
  const meaning = Object.hasOwn(meanings, key) ? meanings[key] : message
  return meaning ? `${meaning} (${code})` : code
}

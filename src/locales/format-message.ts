import { IntlMessageFormat } from 'intl-messageformat'
import { type Language, REGIONS } from './language.ts'

export type MessageValues = Readonly<Record<string, string | number | Date>>

/** Cache: parsing a message costs far more than formatting it. */
const parsed = new Map<string, IntlMessageFormat>()

/**
 * Formats an ICU message: `{count, plural, one {# order} other {# orders}}`. Values are plain text;
 * escape the result for HTML. Throws if a value is missing.
 */
export const formatMessage = (
  message: string,
  values: MessageValues,
  language: Language,
): string => {
  const key = `${language} ${message}`
  const known = parsed.get(key)
  if (known) return String(known.format(values))
  const format = new IntlMessageFormat(message, REGIONS[language], undefined, { ignoreTag: true })
  parsed.set(key, format)
  return String(format.format(values))
}

import { IntlMessageFormat } from 'intl-messageformat'
import { cachedFormats } from './cached-formats.ts'
import { type Language, REGIONS } from './language.ts'

export type MessageValues = Readonly<Record<string, string | number | Date>>

const messageFormat = cachedFormats<IntlMessageFormat>()

/**
 * Formats an ICU message: `{count, plural, one {# order} other {# orders}}`. Values are plain text;
 * escape the result for HTML. Throws if a value is missing.
 */
export const formatMessage = (
  message: string,
  values: MessageValues,
  language: Language,
): string => {
  const format = messageFormat(
    `${language} ${message}`,
    () => new IntlMessageFormat(message, REGIONS[language], undefined, { ignoreTag: true }),
  )
  return String(format.format(values))
}

import { DOMAIN_TEXTS } from '../../domain/texts.ts'
import { formatMessage, type MessageValues } from '../../locales/format-message.ts'
import { inEachLanguage, type Language, type Localized } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'

type FieldMessageName = keyof typeof TEXTS.en.validation

/** Returns why a field is refused, in each language. */
export const fieldMessage = (name: FieldMessageName, values?: MessageValues): Localized =>
  inEachLanguage((language) => {
    const message = TEXTS[language].validation[name]
    return values ? formatMessage(message, values, language) : message
  })

/** Builds an issue that carries its message in each language. */
export const fieldIssue = (path: string[], message: Localized) => ({
  code: 'custom' as const,
  path,
  message: message.en,
  params: message,
  input: undefined,
})

const textsIn = (language: Language): Readonly<Record<string, string>> => ({
  ...TEXTS[language].validation,
  ...DOMAIN_TEXTS[language].amounts,
})

const NAMES = new Map(Object.entries(textsIn('en')).map(([name, text]) => [text, name]))

/** Translates the English message of a schema, or returns `undefined` if it has none of ours. */
export const translateFieldMessage = (english: string, language: Language): string | undefined => {
  return textsIn(language)[NAMES.get(english) ?? '']
}

/** Languages of pages, mails and texts; each part of Puente has one catalogue for each. */
export const LANGUAGES = ['es', 'en'] as const
export type Language = (typeof LANGUAGES)[number]

/** Regions that decide how numbers, dates and plurals read. */
export const REGIONS: Readonly<Record<Language, string>> = { es: 'es-HN', en: 'en-HN' }

/** A text in each language. */
export type Localized = Readonly<Record<Language, string>>

/** Builds a value in each language. */
export const inEachLanguage = <Value>(
  valueIn: (language: Language) => Value,
): Record<Language, Value> => ({ es: valueIn('es'), en: valueIn('en') })

import { type Language, REGIONS } from './language.ts'

/** Formats `a, b, and c`. */
export const formatList = (parts: readonly string[], language: Language): string =>
  new Intl.ListFormat(REGIONS[language], { type: 'conjunction' }).format(parts)

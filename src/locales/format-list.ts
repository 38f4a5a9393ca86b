import { cachedFormats } from './cached-formats.ts'
import { type Language, REGIONS } from './language.ts'

const listFormat = cachedFormats<Intl.ListFormat>()

/** Joins parts as a sentence does: `a, b, and c`. */
export const formatList = (parts: readonly string[], language: Language): string =>
  listFormat(language, () => new Intl.ListFormat(REGIONS[language])).format(parts)

import type { Language } from '../../src/locales/language.ts'

export const isLanguage = (text: string | null | undefined): text is Language =>
  text === 'es' || text === 'en'

/** Parses `Accept` or `Accept-Language`. */
export const qualitiesOf = (header = ''): { name: string; quality: number }[] =>
  header.split(',').map((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((text) => text.trim().toLowerCase())
    const quality = parameters.find((text) => text.startsWith('q='))
    return { name, quality: quality ? Number(quality.slice(2)) || 0 : 1 }
  })

/** Parses `Accept-Language`; defaults to Spanish (4). */
export const languageOfHeader = (acceptLanguage: string | undefined): Language =>
  qualitiesOf(acceptLanguage)
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ name }) => name.split('-')[0])
    .find(isLanguage) ?? 'es'

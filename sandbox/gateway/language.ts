import type { Language } from '../../src/locales/language.ts'

export const isLanguage = (text: string | null | undefined): text is Language =>
  text === 'es' || text === 'en'

/** Parses `Accept-Language`; defaults to Spanish (4). */
export const languageOfHeader = (acceptLanguage: string | undefined): Language => {
  const ranked = (acceptLanguage ?? '')
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().toLowerCase().split(';')
      const quality = parameters.map((text) => text.trim()).find((text) => text.startsWith('q='))
      return { language: tag.split('-')[0], quality: quality ? Number(quality.slice(2)) : 1 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
  return ranked.map(({ language }) => language).find(isLanguage) ?? 'es'
}

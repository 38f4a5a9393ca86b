import type { Request } from 'express'
import type { Language } from '../../../locales/language.ts'
import { languageOfReader } from './reader-language.ts'

const languageIn = ({ query: { lang } }: Request): Language | undefined =>
  lang === 'es' || lang === 'en' ? lang : undefined

/** Returns the language chosen on the page (`?lang=`), or `fallback`. */
export const localeOf = (request: Request, fallback: Language): Language =>
  languageIn(request) ?? fallback

/**
 * Returns the language chosen on the page, else the browser's for `locale: auto`, else the order's.
 */
export const localeOfOrder = (
  request: Request,
  { locale, follows_reader }: { locale: Language; follows_reader: boolean },
): Language => localeOf(request, follows_reader ? (languageOfReader(request) ?? locale) : locale)

/** Returns the browser's supported language, or `fallback`. */
export const localeOfBrowser = (request: Request, fallback: Language = 'es'): Language =>
  languageOfReader(request) ?? fallback

/** Renders a query that keeps the chosen language. */
export const chosenLanguage = (request: Request, more: Record<string, string> = {}): string => {
  const lang = languageIn(request)
  const query = new URLSearchParams({ ...more, ...(lang ? { lang } : {}) })
  return query.size > 0 ? `?${query}` : ''
}

const KEPT = ['cancelled', 'failed'] as const

export const otherLanguageUrl = (request: Request, locale: Language): string => {
  const query = new URLSearchParams({ lang: locale === 'es' ? 'en' : 'es' })
  for (const name of KEPT) if (request.query[name] !== undefined) query.set(name, '1')
  return `${request.baseUrl}${request.path}?${query}`
}

import type { Request } from 'express'
import { type Language, languageOfReader } from './reader-language.ts'

const languageIn = ({ query: { lang } }: Request): Language | undefined =>
  lang === 'es' || lang === 'en' ? lang : undefined

/** `fallback`, unless the reader chose the other one on the page. */
export const localeOf = (request: Request, fallback: Language): Language =>
  languageIn(request) ?? fallback

/** The order's language, or its customer's (`locale: auto`), unless they chose the other one. */
export const localeOfOrder = (
  request: Request,
  { locale, follows_reader }: { locale: Language; follows_reader: boolean },
): Language => localeOf(request, follows_reader ? (languageOfReader(request) ?? locale) : locale)

/** What the browser asks for; `fallback` if it asks for none that we write. */
export const localeOfBrowser = (request: Request, fallback: Language = 'es'): Language =>
  languageOfReader(request) ?? fallback

/** The query of an address, with the language that the customer chose. */
export const chosenLanguage = (request: Request, more: Record<string, string> = {}): string => {
  const lang = languageIn(request)
  const query = new URLSearchParams({ ...more, ...(lang ? { lang } : {}) })
  return query.size > 0 ? `?${query}` : ''
}

/** What the address of a page says beside its language. */
const KEPT = ['cancelled', 'failed'] as const

export const otherLanguageUrl = (request: Request, locale: Language): string => {
  const query = new URLSearchParams({ lang: locale === 'es' ? 'en' : 'es' })
  for (const name of KEPT) if (request.query[name] !== undefined) query.set(name, '1')
  return `${request.baseUrl}${request.path}?${query}`
}

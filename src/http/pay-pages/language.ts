import type { Request } from 'express'
import type { OrderRow } from '../../db/db.ts'
import type { Locale } from '../../db/tables/stores.ts'
import { languageOfReader } from '../reader-language.ts'

const languageIn = ({ query: { lang } }: Request): Locale | undefined =>
  lang === 'es' || lang === 'en' ? lang : undefined

/** `fallback`, unless the reader chose the other one on the page. */
export const localeOf = (request: Request, fallback: Locale): Locale =>
  languageIn(request) ?? fallback

/** The order's language, or its customer's (`locale: auto`), unless they chose the other one. */
export const localeOfOrder = (
  request: Request,
  { locale, follows_reader }: Pick<OrderRow, 'locale' | 'follows_reader'>,
): Locale => localeOf(request, follows_reader ? (languageOfReader(request) ?? locale) : locale)

/** What the browser asks for; `fallback` if it asks for none that we write. */
export const localeOfBrowser = (request: Request, fallback: Locale = 'es'): Locale =>
  languageOfReader(request) ?? fallback

/** The query of an address, with the language that the customer chose. */
export const chosenLanguage = (request: Request, more: Record<string, string> = {}): string => {
  const lang = languageIn(request)
  const query = new URLSearchParams({ ...more, ...(lang ? { lang } : {}) })
  return query.size > 0 ? `?${query}` : ''
}

/** What the address of a page says beside its language. */
const KEPT = ['cancelled', 'failed'] as const

export const otherLanguageUrl = (request: Request, locale: Locale): string => {
  const query = new URLSearchParams({ lang: locale === 'es' ? 'en' : 'es' })
  for (const name of KEPT) if (request.query[name] !== undefined) query.set(name, '1')
  return `${request.baseUrl}${request.path}?${query}`
}

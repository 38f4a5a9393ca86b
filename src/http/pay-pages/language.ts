import type { Request } from 'express'
import type { Locale } from '../../ledger/tables/stores.ts'

const languageIn = ({ query: { lang } }: Request): Locale | undefined =>
  lang === 'es' || lang === 'en' ? lang : undefined

/** The order's language, unless the customer chose the other one. */
export const localeOf = (request: Request, fallback: Locale): Locale =>
  languageIn(request) ?? fallback

/** The languages that customers read, as their browser says; Spanish if it says neither. */
export const localeOfBrowser = (request: Request): Locale =>
  request.acceptsLanguages('es', 'en') === 'en' ? 'en' : 'es'

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

import type { Request } from 'express'
import type { Language } from '../../../src/locales/language.ts'
import { localeOf, localeOfBrowser } from '../../../src/runtime/http/page/page-language.ts'

/** Returns the merchant's choice, else the admin's language, else the browser's. */
export const localeOfAdmin = (request: Request): Language => {
  const { locale } = request.query
  const ofAdmin = typeof locale === 'string' && /^es\b/i.test(locale) ? 'es' : undefined
  const fallback = typeof locale === 'string' ? (ofAdmin ?? 'en') : localeOfBrowser(request)
  return localeOf(request, fallback)
}

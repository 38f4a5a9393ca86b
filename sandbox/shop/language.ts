import type { Request } from 'express'

export type ShopLanguage = 'es' | 'en'

/** Precedence: `?lang=` or form field, `fallback`, `Accept-Language`. */
export const shopLanguageOf = (request: Request, fallback?: ShopLanguage): ShopLanguage =>
  languageNamed(request.query.lang) ??
  languageNamed(request.body?.lang) ??
  fallback ??
  (request.acceptsLanguages('es', 'en') === 'en' ? 'en' : 'es')

const languageNamed = (value: unknown): ShopLanguage | undefined =>
  value === 'es' || value === 'en' ? value : undefined

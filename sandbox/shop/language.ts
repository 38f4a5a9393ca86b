import type { Request } from 'express'
import type { Language } from '../../src/locales/language.ts'

/** Precedence: `?lang=` or form field, `fallback`, `Accept-Language`. */
export const shopLanguageOf = (request: Request, fallback?: Language): Language =>
  languageNamed(request.query.lang) ??
  languageNamed(request.body?.lang) ??
  fallback ??
  (request.acceptsLanguages('es', 'en') === 'en' ? 'en' : 'es')

const languageNamed = (value: unknown): Language | undefined =>
  value === 'es' || value === 'en' ? value : undefined

import type { Request } from 'express'

export type Language = 'es' | 'en'

/** Precedence: `?lang=` or form field, `fallback`, `Accept-Language`. */
export const languageOf = (request: Request, fallback?: Language): Language =>
  languageNamed(request.query.lang) ??
  languageNamed(request.body?.lang) ??
  fallback ??
  (request.acceptsLanguages('es', 'en') === 'en' ? 'en' : 'es')

const languageNamed = (value: unknown): Language | undefined =>
  value === 'es' || value === 'en' ? value : undefined

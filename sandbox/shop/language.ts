import type { Request } from 'express'

export type Language = 'es' | 'en'

/** `?lang=` (or the form's `lang`) goes first, then `fallback`, then what the browser asks for. */
export const languageOf = (request: Request, fallback?: Language): Language =>
  languageNamed(request.query.lang) ??
  languageNamed(request.body?.lang) ??
  fallback ??
  (request.acceptsLanguages('es', 'en') === 'en' ? 'en' : 'es')

const languageNamed = (value: unknown): Language | undefined =>
  value === 'es' || value === 'en' ? value : undefined

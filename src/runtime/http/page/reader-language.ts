import type { Request, Response } from 'express'
import type { Language } from '../../../locales/language.ts'

/**
 * Returns the supported language that `Accept-Language` prefers, or `undefined` if it prefers any
 * other (`*`).
 */
export const languageOfReader = (request: Request): Language | undefined => {
  for (const range of request.acceptsLanguages()) {
    const [language] = range.toLowerCase().split('-')
    if (language === 'es' || language === 'en') return language
    if (language === '*') return undefined
  }
  return undefined
}

/** Also sets Vary, so that caches store one response per language. */
export const speak = (response: Response, locale: Language): void => {
  response.set('content-language', locale)
  response.vary('Accept-Language')
}

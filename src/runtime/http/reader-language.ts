import type { Request, Response } from 'express'

/** The languages that our pages and answers are written in. */
export type Language = 'es' | 'en'

/**
 * The language that `Accept-Language` prefers of those that we write, by its quality values;
 * `undefined` where it names neither, or would take any other one first (`*`).
 */
export const languageOfReader = (request: Request): Language | undefined => {
  for (const range of request.acceptsLanguages()) {
    const [language] = range.toLowerCase().split('-')
    if (language === 'es' || language === 'en') return language
    if (language === '*') return undefined
  }
  return undefined
}

/** Says in which language an answer is, and that a cache keeps one for each. */
export const speak = (response: Response, locale: Language): void => {
  response.set('content-language', locale)
  response.vary('Accept-Language')
}

import type { HttpRequest } from '../http/request.ts'
import { isLanguage, type Language, languageOf } from '../language.ts'
import { type Texts, textsIn } from './texts.ts'

/** Who looks at a hosted page: their language, and the texts in it. */
export interface Visit {
  language: Language
  texts: Texts
  /** The page's path and query, for the links that switch its language. */
  path: string
  query: URLSearchParams
}

/** `?lang=` goes before `Accept-Language`. */
export const visitOf = (request: HttpRequest): Visit => {
  const chosen = request.query.get('lang')
  const language = isLanguage(chosen) ? chosen : languageOf(request.headers['accept-language'])
  return { language, texts: textsIn(language), path: request.path, query: request.query }
}

/** The same page in another language. */
export const pathIn = (language: Language, { path, query }: Visit): string => {
  const changed = new URLSearchParams(query)
  changed.set('lang', language)
  return `${path}?${changed}`
}

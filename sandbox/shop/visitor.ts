import type { Request, Response } from 'express'
import type { Language } from '../../src/locales/language.ts'
import { SHOP_PATH } from './pages/layout.ts'
import { randomId } from './random-id.ts'

const COOKIE = 'pulperia_visitor'
const ID = /^[2-9a-z]{24}$/
const ID_LENGTH = 24
const ONE_MONTH_MS = 30 * 24 * 60 * 60_000

/**
 * Returns a random id from a cookie. The shop has no accounts, so the id serves as the customer's
 * identity number, the lookup key of saved cards.
 */
export const visitorOf = (request: Request, response: Response): string => {
  const known = request.headers.cookie
    ?.split(/; */)
    .find((each) => each.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)
  if (known && ID.test(known)) return known
  const visitor = randomId(ID_LENGTH)
  response.cookie(COOKIE, visitor, {
    path: SHOP_PATH,
    httpOnly: true,
    sameSite: 'lax',
    maxAge: ONE_MONTH_MS,
  })
  return visitor
}

/** Precedence: `?lang=` or form field, `fallback`, `Accept-Language`. */
export const shopLanguageOf = (request: Request, fallback?: Language): Language =>
  languageNamed(request.query.lang) ??
  languageNamed(request.body?.lang) ??
  fallback ??
  (request.acceptsLanguages('es', 'en') === 'en' ? 'en' : 'es')

const languageNamed = (value: unknown): Language | undefined =>
  value === 'es' || value === 'en' ? value : undefined

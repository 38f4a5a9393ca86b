import type { Request, Response } from 'express'
import { SHOP_PATH } from './pages/layout.ts'
import { randomId } from './random-id.ts'

const COOKIE = 'pulperia_visitor'
const ID = /^[2-9a-z]{24}$/
const ID_LENGTH = 24
const ONE_MONTH_MS = 30 * 24 * 60 * 60_000

/**
 * Who is visiting: a name that only this browser knows. This shop has no accounts, so it stands for
 * the customer's identity number, by which the gateway lists saved cards.
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

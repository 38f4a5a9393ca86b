import type { Request, Response } from 'express'
import type { Browser } from '../../people/sessions/replace-session.ts'
import { networkOf } from '../../runtime/http/caller/caller-network.ts'

export const browserOf = (request: Request): Browser => ({
  address: networkOf(request),
  cookie: request.headers.cookie,
  userAgent: request.get('user-agent'),
})

export const setCookies = (response: Response, cookies: readonly string[]): void => {
  if (cookies.length > 0) response.append('set-cookie', [...cookies])
}

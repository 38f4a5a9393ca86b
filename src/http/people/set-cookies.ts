import type { Response } from 'express'

/** Adds lines of `Set-Cookie` to an answer. */
export const setCookies = (response: Response, cookies: readonly string[]): void => {
  if (cookies.length > 0) response.append('set-cookie', [...cookies])
}

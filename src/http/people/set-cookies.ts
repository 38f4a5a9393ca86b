import type { Response } from 'express'

export const setCookies = (response: Response, cookies: readonly string[]): void => {
  if (cookies.length > 0) response.append('set-cookie', [...cookies])
}

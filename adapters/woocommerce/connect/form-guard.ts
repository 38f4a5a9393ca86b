import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Request, Response } from 'express'
import type { Ids } from '../../../src/runtime/ids.ts'

const COOKIE = 'puente_connect'

/** What the form has to send back: made of the cookie that the same browser got with the page. */
const sealOf = (cookie: string, token: string): Buffer =>
  createHmac('sha256', cookie).update(token).digest()

/**
 * Sees to it that a form was sent from our own page, in the browser that was given it: a page of
 * somebody else can neither read nor set the cookie.
 */
export const createFormGuard = ({
  ids,
  path,
  publicUrl,
}: {
  ids: Ids
  /** Of the pages with forms. */
  path: string
  publicUrl: string
}) => {
  const { origin, protocol } = new URL(publicUrl)
  const cookieOf = (request: Request): string | undefined =>
    new RegExp(`(?:^|; *)${COOKIE}=([\\w-]{43})(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
  return {
    /** For a hidden field of the form; the page has to be sent with this response. */
    seal: (request: Request, response: Response, token: string): string => {
      const cookie = cookieOf(request) ?? ids.secret(32)
      const secure = protocol === 'https:'
      response.cookie(COOKIE, cookie, { path, secure, httpOnly: true, sameSite: 'lax' })
      return sealOf(cookie, token).toString('base64url')
    },
    isFromPage: (request: Request, token: string, sent: unknown): boolean => {
      const { origin: from } = request.headers
      if (from !== undefined && from !== origin) return false
      const cookie = cookieOf(request)
      if (!cookie || typeof sent !== 'string') return false
      const [given, expected] = [Buffer.from(sent, 'base64url'), sealOf(cookie, token)]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

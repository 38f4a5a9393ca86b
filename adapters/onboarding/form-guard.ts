import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Request, Response } from 'express'
import type { Ids } from '../../src/runtime/ids.ts'
import { browserOfCookie, nameBrowser } from './named-browser.ts'

const COOKIE = 'puente_connect'

const sealOf = (cookie: string, token: string): Buffer =>
  createHmac('sha256', cookie).update(token).digest()

/**
 * Accepts a form only from our own page, in the browser that received it. Other sites can neither
 * read nor set the cookie.
 */
export const createFormGuard = ({
  ids,
  path,
  publicUrl,
}: {
  ids: Ids
  path: string
  publicUrl: string
}) => {
  const { origin } = new URL(publicUrl)
  return {
    /** Returns the seal for a hidden field. Sets the cookie on this response. */
    seal: (request: Request, response: Response, token: string): string => {
      const cookie = nameBrowser(request, response, { cookie: COOKIE, path, ids, publicUrl })
      return sealOf(cookie, token).toString('base64url')
    },
    isFromPage: (request: Request, token: string, sent: unknown): boolean => {
      const { origin: from } = request.headers
      if (from !== undefined && from !== origin) return false
      const cookie = browserOfCookie(request, COOKIE)
      if (!cookie || typeof sent !== 'string') return false
      const [given, expected] = [Buffer.from(sent, 'base64url'), sealOf(cookie, token)]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Request, Response } from 'express'
import type { Ids } from '../../src/runtime/ids.ts'
import { browserOf, nameBrowser } from './named-browser.ts'

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
  const { origin } = new URL(publicUrl)
  return {
    /** For a hidden field of the form; the page has to be sent with this response. */
    seal: (request: Request, response: Response, token: string): string => {
      const cookie = nameBrowser(request, response, { cookie: COOKIE, path, ids, publicUrl })
      return sealOf(cookie, token).toString('base64url')
    },
    isFromPage: (request: Request, token: string, sent: unknown): boolean => {
      const { origin: from } = request.headers
      if (from !== undefined && from !== origin) return false
      const cookie = browserOf(request, COOKIE)
      if (!cookie || typeof sent !== 'string') return false
      const [given, expected] = [Buffer.from(sent, 'base64url'), sealOf(cookie, token)]
      return given.length === expected.length && timingSafeEqual(given, expected)
    },
  }
}

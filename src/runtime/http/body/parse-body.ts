import { parse as parseForm } from 'node:querystring'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { type ReadBody, readBody } from './read-body.ts'

export class RefusedBody extends Error {
  readonly reason: Extract<ReadBody, { outcome: 'refused' }>['reason']

  constructor(reason: RefusedBody['reason']) {
    super(`the body was refused: ${reason}`)
    this.reason = reason
  }
}

interface BodyOptions {
  maxBytes: number
}

/** Stores the bytes in `request.body`; `undefined` without a body. */
export const rawBody = ({ maxBytes }: BodyOptions): RequestHandler =>
  asHandler(async (request) => {
    request.body = await bytesOf(request, maxBytes)
  })

/** Parses a form into `request.body`; ignores other content types. */
export const formBody = ({ maxBytes }: BodyOptions): RequestHandler =>
  asHandler(async (request) => {
    if (!request.is('application/x-www-form-urlencoded')) return
    const body = await bytesOf(request, maxBytes)
    // Schemas refuse the null prototype.
    if (body) request.body = { ...parseForm(textOf(request, body), '&', '=', { maxKeys: 200 }) }
  })

/** Parses JSON by content type, or always (`ofAnyType`). */
export const jsonBody = ({
  maxBytes,
  ofAnyType = false,
}: BodyOptions & { ofAnyType?: boolean }): RequestHandler =>
  asHandler(async (request) => {
    if (!ofAnyType && !request.is('application/json')) return
    const body = await bytesOf(request, maxBytes)
    if (body) request.body = jsonOf(request, body)
  })

/** Parses an object or array; empty means `{}`. Throws `RefusedBody`. */
export const jsonOf = (request: Request, body: Buffer): unknown => {
  if (body.length === 0) return {}
  try {
    const value: unknown = JSON.parse(textOf(request, body))
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // Drops the error of JSON.parse, which quotes the body.
  }
  throw new RefusedBody('unreadable')
}

/** Reads and decompresses a body; `undefined` without one. Throws `RefusedBody`. */
export const bytesOf = async (request: Request, maxBytes: number): Promise<Buffer | undefined> => {
  if (!hasBody(request)) return undefined
  const read = await readBody(request, { maxBytes })
  if (read.outcome === 'refused') throw new RefusedBody(read.reason)
  return read.body
}

const hasBody = ({ headers }: Request): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined

const utf8 = new TextDecoder()

const textOf = (request: Request, body: Buffer): string => {
  const [, charset = 'utf-8'] =
    /;\s*charset="?([^";\s]*)/i.exec(request.headers['content-type'] ?? '') ?? []
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) throw new RefusedBody('unreadable')
  return utf8.decode(body)
}

const asHandler =
  (read: (request: Request) => Promise<void>): RequestHandler =>
  (request: Request, _response: Response, next: NextFunction): void => {
    read(request).then(() => next(), next)
  }

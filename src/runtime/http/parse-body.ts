import { parse as parseForm } from 'node:querystring'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { type ReadBody, readBody } from './read-body.ts'

/** A body that cannot be taken; `answerErrors` knows how each is answered. */
export class RefusedBody extends Error {
  readonly reason: Extract<ReadBody, { outcome: 'refused' }>['reason']

  constructor(reason: RefusedBody['reason']) {
    super(`the body was refused: ${reason}`)
    this.reason = reason
  }
}

interface BodyOptions {
  /** As it comes, and unpacked. */
  maxBytes: number
}

/** Puts the bytes of a body into `request.body`; `undefined` where there is none. */
export const rawBody = ({ maxBytes }: BodyOptions): RequestHandler =>
  asHandler(async (request) => {
    request.body = await bytesOf(request, maxBytes)
  })

/** Puts a form into `request.body`. What is no form by its type is none. */
export const formBody = ({ maxBytes }: BodyOptions): RequestHandler =>
  asHandler(async (request) => {
    if (!request.is('application/x-www-form-urlencoded')) return
    const body = await bytesOf(request, maxBytes)
    // A null prototype in it would make a schema take it for something else than an object.
    if (body) request.body = { ...parseForm(textOf(request, body), '&', '=', { maxKeys: 200 }) }
  })

/** Puts the value of a JSON body into `request.body`; only where its type says JSON, or always. */
export const jsonBody = ({
  maxBytes,
  ofAnyType = false,
}: BodyOptions & { ofAnyType?: boolean }): RequestHandler =>
  asHandler(async (request) => {
    if (!ofAnyType && !request.is('application/json')) return
    const body = await bytesOf(request, maxBytes)
    if (body) request.body = jsonOf(request, body)
  })

/** The value of a JSON body that was read. An empty one is an empty object. */
export const jsonOf = (request: Request, body: Buffer): unknown => {
  if (body.length === 0) return {}
  try {
    const value: unknown = JSON.parse(textOf(request, body))
    if (typeof value === 'object' && value !== null) return value
  } catch {
    // What JSON.parse complains of quotes the body.
  }
  throw new RefusedBody('unreadable')
}

/** The bytes of a body; `undefined` where there is none. Throws `RefusedBody`. */
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

import { parse as parseForm } from 'node:querystring'
import type { NextFunction, Request, RequestHandler, Response } from 'express'
import { type ReadBody, readBody } from './read-body.ts'

/** Reason why a body is no JSON; it never quotes the body. */
export type BodyFlaw =
  | { kind: 'form'; type: string }
  | { kind: 'syntax'; line: number; column: number }
  | { kind: 'cut' | 'value' | 'charset' }

export class RefusedBody extends Error {
  readonly reason: Extract<ReadBody, { outcome: 'refused' }>['reason']
  readonly flaw: BodyFlaw | undefined

  constructor(reason: RefusedBody['reason'], flaw?: BodyFlaw) {
    super(`the body was refused: ${reason}`)
    this.reason = reason
    this.flaw = flaw
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
  const text = textOf(request, body)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    // Drops the error of JSON.parse, which quotes the body.
    throw new RefusedBody('unreadable', formFlaw(request) ?? syntaxFlaw(error))
  }
  if (typeof value === 'object' && value !== null) return value
  throw new RefusedBody('unreadable', { kind: 'value' })
}

const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data']

const formFlaw = (request: Request): BodyFlaw | undefined => {
  const type = request.is(FORM_TYPES)
  return type ? { kind: 'form', type } : undefined
}

const syntaxFlaw = (error: unknown): BodyFlaw | undefined => {
  const message = error instanceof Error ? error.message : ''
  if (message.includes('end of JSON input')) return { kind: 'cut' }
  const [, line, column] = /\(line (\d+) column (\d+)\)$/.exec(message) ?? []
  return line && column ? { kind: 'syntax', line: Number(line), column: Number(column) } : undefined
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
  if (!/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new RefusedBody('unreadable', { kind: 'charset' })
  }
  return utf8.decode(body)
}

const asHandler =
  (read: (request: Request) => Promise<void>): RequestHandler =>
  (request: Request, _response: Response, next: NextFunction): void => {
    read(request).then(() => next(), next)
  }

import type { IncomingHttpHeaders } from 'node:http'
import express, { type Request, type Response } from 'express'
import type { StoreRow } from '../../ledger/ledger.ts'
import { findStoreByApiKey } from '../../ledger/stores.ts'
import type { PaymentsContext } from '../../payments/context.ts'
import { type Problem, problem } from '../problem.ts'

/** Who calls the merchant API, or why nobody is let in. */
export type Caller =
  | { outcome: 'store'; store: StoreRow }
  | { outcome: 'refused'; problem: Problem; headers: Record<string, string> }

/** Calls that a platform's plugin signs, instead of sending an API key. */
export interface SignedCalls {
  isSigned(headers: IncomingHttpHeaders): boolean
  check(call: {
    method: string
    /** With its query, as it came. */
    path: string
    headers: IncomingHttpHeaders
    /** Raw. */
    body: Buffer
  }): Promise<Caller>
}

const MAX_BODY = '256kb'

/** Finds out who calls, before anything else of the request is looked at. */
export const createCallers = (
  ctx: PaymentsContext,
  signedCalls: SignedCalls | undefined,
): {
  callerOf(request: Request, response: Response): Promise<Caller>
  /** Reads the body as JSON into `request.body`. */
  readJson(request: Request, response: Response): Promise<void>
} => ({
  callerOf: async (request, response) => {
    const { headers, method, originalUrl: path } = request
    if (!signedCalls?.isSigned(headers)) return byApiKey(ctx, headers.authorization)
    await read(readRaw, request, response)
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
    return signedCalls.check({ method, path, headers, body })
  },
  readJson: async (request, response) => {
    if (!Buffer.isBuffer(request.body)) return read(parseJson, request, response)
    request.body = request.body.length === 0 ? undefined : parseRaw(request.body)
  },
})

const byApiKey = async (
  ctx: PaymentsContext,
  authorization: string | undefined,
): Promise<Caller> => {
  const [, apiKey] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const store = apiKey ? await findStoreByApiKey(ctx.ledger.query, apiKey) : undefined
  return store
    ? { outcome: 'store', store }
    : { outcome: 'refused', problem: WRONG_KEY, headers: { 'www-authenticate': 'Bearer' } }
}

const WRONG_KEY: Problem = problem({
  status: 401,
  code: 'wrong_api_key',
  title: 'The API key is missing or not valid',
  detail: 'Send "Authorization: Bearer <the API key of the store>".',
  retry: 'ask-a-person',
})

const parseJson = express.json({ limit: MAX_BODY, type: () => true })
const readRaw = express.raw({ limit: MAX_BODY, type: () => true })

/** Fails as body-parser does, so that both are answered the same. */
const parseRaw = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (error) {
    throw Object.assign(new Error('unreadable JSON', { cause: error }), {
      type: 'entity.parse.failed',
    })
  }
}

const read = (parse: typeof parseJson, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    parse(request, response, (error) => (error ? reject(error) : resolve()))
  })

import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'
import type { StoreRow } from '../../ledger/ledger.ts'
import { findStoreByApiKey } from '../../ledger/stores.ts'
import type { PaymentsContext } from '../../payments/context.ts'
import { bytesOf, jsonOf } from '../front-door/parse-body.ts'
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
    /** Raw; read only once the headers are in order. */
    readBody(): Promise<Buffer>
  }): Promise<Caller>
}

const MAX_BYTES = 262_144

/** Finds out who calls, before anything else of the request is looked at. */
export const createCallers = (
  ctx: PaymentsContext,
  signedCalls: SignedCalls | undefined,
): {
  callerOf(request: Request): Promise<Caller>
  /** The body as JSON; `undefined` where there is none. */
  readJson(request: Request): Promise<unknown>
} => ({
  callerOf: async (request) => {
    const { headers, method, originalUrl: path } = request
    if (!signedCalls?.isSigned(headers)) return byApiKey(ctx, headers.authorization)
    const readBody = async () => {
      request.body = (await bytesOf(request, MAX_BYTES)) ?? Buffer.alloc(0)
      return request.body
    }
    return signedCalls.check({ method, path, headers, readBody })
  },
  readJson: async (request) => {
    // That of a signed call was read to check its signature.
    if (Buffer.isBuffer(request.body)) {
      return request.body.length === 0 ? undefined : jsonOf(request, request.body)
    }
    const body = await bytesOf(request, MAX_BYTES)
    return body && jsonOf(request, body)
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

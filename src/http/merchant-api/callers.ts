import type { IncomingHttpHeaders } from 'node:http'
import express, { type Request, type Response } from 'express'
import { findApiKey } from '../../ledger/api-keys.ts'
import type { StoreRow } from '../../ledger/ledger.ts'
import { createKeyUses, endOfKey } from '../../payments/api-keys.ts'
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
} => {
  const keyUses = createKeyUses(ctx)
  return {
    callerOf: async (request, response) => {
      const { headers, method, originalUrl: path } = request
      if (!signedCalls?.isSigned(headers)) {
        return ofEnabledStore(await byApiKey(ctx, keyUses, headers.authorization))
      }
      await read(readRaw, request, response)
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      return ofEnabledStore(await signedCalls.check({ method, path, headers, body }))
    },
    readJson: async (request, response) => {
      if (!Buffer.isBuffer(request.body)) return read(parseJson, request, response)
      request.body = request.body.length === 0 ? undefined : parseRaw(request.body)
    },
  }
}

/** Who has proved to be a store that is disabled hears that, whatever the call is. */
const ofEnabledStore = (caller: Caller): Caller =>
  caller.outcome === 'store' && caller.store.disabled_at !== null
    ? { outcome: 'refused', problem: DISABLED, headers: {} }
    : caller

const byApiKey = async (
  ctx: PaymentsContext,
  keyUses: ReturnType<typeof createKeyUses>,
  authorization: string | undefined,
): Promise<Caller> => {
  const [, apiKey] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? []
  const found = apiKey ? await findApiKey(ctx.ledger.query, apiKey) : undefined
  if (!apiKey || !found) return wrongKey('Send "Authorization: Bearer <the API key of the store>".')
  const end = endOfKey(found.key, ctx.clock.now())
  if (end) return wrongKey(`This API key ${end.how} on ${end.at.toISOString()}.`)
  keyUses.note(found.key, apiKey)
  return { outcome: 'store', store: found.store }
}

const wrongKey = (detail: string): Caller => ({
  outcome: 'refused',
  headers: { 'www-authenticate': 'Bearer' },
  problem: problem({
    status: 401,
    code: 'wrong_api_key',
    title: 'The API key is missing or not valid',
    detail,
    retry: 'ask-a-person',
  }),
})

const DISABLED: Problem = problem({
  status: 403,
  code: 'store_disabled',
  title: 'The store is disabled',
  detail:
    'Its calls are refused until your Puente administrator enables it. Payments that are under way go on.',
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

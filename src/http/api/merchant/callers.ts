import type { IncomingHttpHeaders } from 'node:http'
import type { Request } from 'express'
import type { StoreRow } from '../../../db/db.ts'
import { findApiKey } from '../../../db/stores/api-keys.ts'
import type { Actor } from '../../../domain/actor.ts'
import type { Rights } from '../../../domain/rights.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { rowOfStore, type Store } from '../../../payments/ports/platform-views.ts'
import { createKeyUses, endOfKey, rightsOfKey } from '../../../payments/stores/api-keys.ts'
import { bytesOf, jsonOf } from '../../../runtime/http/body/parse-body.ts'
import { type Problem, problem, problemWords } from '../../../runtime/http/problem.ts'
import { explainWrongKey } from './wrong-key.ts'

/** Authenticated caller, or the refusal. */
export type Caller<CallingStore = StoreRow> =
  | { outcome: 'store'; store: CallingStore; rights: Rights; actor: Actor }
  | { outcome: 'refused'; problem: Problem; headers: Record<string, string> }

/** Calls signed by a platform plugin, without an API key. */
export interface SignedCalls {
  isSigned(headers: IncomingHttpHeaders): boolean
  check(call: {
    method: string
    /** Raw path with its query. */
    path: string
    headers: IncomingHttpHeaders
    /** Reads the raw body, after the header checks. */
    readBody(): Promise<Buffer>
  }): Promise<Caller<Store>>
}

const MAX_BYTES = 262_144

/** Authenticates a request before reading its body. */
export const createCallers = (
  ctx: PaymentsContext,
  signedCalls: SignedCalls | undefined,
): {
  callerOf(request: Request): Promise<Caller>
  readJson(request: Request): Promise<unknown>
} => {
  const keyUses = createKeyUses(ctx)
  return {
    callerOf: async (request) => {
      const { headers, method, originalUrl: path } = request
      if (!signedCalls?.isSigned(headers)) {
        return ofEnabledStore(await byApiKey(ctx, keyUses, headers))
      }
      const readBody = async () => {
        request.body = (await bytesOf(request, MAX_BYTES)) ?? Buffer.alloc(0)
        return request.body
      }
      const caller = await signedCalls.check({ method, path, headers, readBody })
      return caller.outcome === 'refused'
        ? caller
        : ofEnabledStore({ ...caller, store: rowOfStore(caller.store) })
    },
    readJson: async (request) => {
      // The signature check has already read the body.
      if (Buffer.isBuffer(request.body)) {
        return request.body.length === 0 ? undefined : jsonOf(request, request.body)
      }
      const body = await bytesOf(request, MAX_BYTES)
      return body && jsonOf(request, body)
    },
  }
}

/** Only an authenticated caller learns that a store is disabled. */
const ofEnabledStore = (caller: Caller): Caller =>
  caller.outcome === 'store' && caller.store.disabled_at !== null
    ? { outcome: 'refused', problem: DISABLED, headers: {} }
    : caller

const byApiKey = async (
  ctx: PaymentsContext,
  keyUses: ReturnType<typeof createKeyUses>,
  headers: IncomingHttpHeaders,
): Promise<Caller> => {
  const [, apiKey] = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '') ?? []
  const found = apiKey ? await findApiKey(ctx.db.query, apiKey) : undefined
  if (!apiKey || !found) return wrongKey(explainWrongKey(headers))
  const end = endOfKey(found.key, ctx.clock.now())
  if (end) return wrongKey(`This API key ${end.how} on ${end.at.toISOString()}.`)
  const { key, store } = found
  keyUses.note(key, apiKey)
  const actor = { kind: 'api_key', id: key.id, name: key.name } as const
  return { outcome: 'store', store, rights: rightsOfKey(key), actor }
}

const wrongKey = (detail: string): Caller => ({
  outcome: 'refused',
  headers: { 'www-authenticate': 'Bearer' },
  problem: problem({ code: 'wrong_api_key', title: 'The API key is missing or not valid', detail }),
})

const DISABLED: Problem = problem({ code: 'store_disabled', ...problemWords('storeDisabled') })

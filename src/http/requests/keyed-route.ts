import { Readable } from 'node:stream'
import { z } from 'zod'
import type { DbQuery } from '../../db/db.ts'
import {
  claimKey,
  endKeyedRequest,
  forgetKeyedRequest,
  type KeyClaim,
  keyedRequestId,
  type Lease,
  reclaimKey,
  sealingContextOfAnswer,
} from '../../db/requests/keyed-requests.ts'
import { LANGUAGES } from '../../locales/language.ts'
import { addMs } from '../../runtime/clock.ts'
import { type Problem, problem } from '../../runtime/http/problem.ts'
import { type RequestInput, type RouteResponse, refuse } from '../../runtime/http/route.ts'
import { type SecretSealer, UnopenedSecret } from '../../runtime/secrets/sealed-secrets.ts'
import type { MerchantInput, MerchantRoute } from '../api/route.ts'
import { fieldDigests } from './field-digests.ts'

/**
 * Time that a claim blocks its key if the process ends first. A slower request may then run twice at
 * once, which the use cases dedupe, as they do without a key.
 */
const LEASE_MS = 5_000

/** Name of the header of a repeated answer. */
const REPLAYED = 'idempotent-replayed'

type Input = MerchantInput & RequestInput<unknown, unknown>

/** Reports whether a store may send a route an `Idempotency-Key`. */
export const takesKey = ({
  method,
  platform,
  isUnkeyed = false,
}: Pick<MerchantRoute, 'method' | 'platform' | 'isUnkeyed'>): boolean =>
  method !== 'get' && platform === undefined && !isUnkeyed

/**
 * Repeats the answer of an earlier request with the same key and body. Keeps answers that are
 * final: neither refusals, which changed nothing, nor 202. Only for API keys: plugins repeat their
 * calls to learn the latest state, and people have no keys.
 */
export const keyedRoute = (route: MerchantRoute): MerchantRoute =>
  takesKey(route)
    ? {
        ...route,
        takesIdempotencyKey: true,
        handle: (input) =>
          input.idempotencyKey && input.actor.kind === 'api_key'
            ? handleKeyed(route, input)
            : route.handle(input),
      }
    : route

const handleKeyed = async (route: MerchantRoute, input: Input): Promise<RouteResponse> => {
  const { ctx, store, idempotencyKey: key } = input
  const { sealer } = input.connecting
  const now = ctx.clock.now()
  const lease = { storeId: store.id, key, runningUntil: addMs(now, LEASE_MS) }
  const context = sealingContextOfAnswer(keyedRequestId(lease))
  const claim = await claimKey(ctx.db.query, { ...lease, ...requestOf(route, input), now })
  switch (claim.outcome) {
    case 'kept': {
      const { sealedAnswer } = claim
      const kept = openAnswer(sealer, sealedAnswer, context)
      if (!kept) return route.handle(input)
      if (!(await isStale(route, input))) return kept
      if (await reclaimKey(ctx.db.query, { ...lease, sealedAnswer })) break
      return refuse(IN_USE, { 'retry-after': '1' })
    }
    case 'running':
      return refuse(IN_USE, { 'retry-after': '1' })
    case 'differs':
      return refuseOther(route, input, claim)
    case 'claimed':
      break
  }
  try {
    const answer = await route.handle(input)
    if (isRefusal(answer)) await settle(input, (query) => forgetKeyedRequest(query, lease))
    else {
      const final = finalAnswer(answer)
      await end(input, lease, final ? sealer.seal(JSON.stringify(final), context) : null)
    }
    return answer
  } catch (error) {
    await end(input, lease, null)
    throw error
  }
}

const end = (input: Input, lease: Lease, sealedAnswer: string | null): Promise<void> =>
  settle(input, (query) => endKeyedRequest(query, { ...lease, sealedAnswer }))

/** Logs a database failure: the work is done, so the failure must not replace its answer. */
const settle = async ({ ctx }: Input, work: (query: DbQuery) => Promise<void>): Promise<void> => {
  try {
    await work(ctx.db.query)
  } catch (err) {
    ctx.log.warn({ err }, 'the answer of an idempotency key was not kept')
  }
}

const requestOf = (route: MerchantRoute, input: Input) => {
  const { body, query, id, refundId } = input
  return {
    operation: route.operationId,
    orderId: orderIdOf(route, input),
    fields: fieldDigests({ body, query, path: { id, refund_id: refundId } }),
  }
}

const isStale = async (route: MerchantRoute, input: Input): Promise<boolean> => {
  const orderId = orderIdOf(route, input)
  if (!route.isKeptAnswerStale || orderId === undefined) return false
  return route.isKeptAnswerStale({ ...input, orderId })
}

const orderIdOf = (route: MerchantRoute, { body, id }: Input): string | undefined =>
  orderNamed.safeParse(body).data?.order.id ?? (isOfOrder(route) ? id : undefined)

const orderNamed = z.object({ order: z.object({ id: z.string() }) })

const isOfOrder = ({ path }: MerchantRoute): boolean => path.startsWith('/v1/orders/{id}')

/** A decline was charged for, and a failure may have had an effect: their keys stay taken. */
const isRefusal = ({ status }: RouteResponse): boolean =>
  status >= 400 && status < 500 && status !== 402

const keptAnswer = z.object({
  status: z.int(),
  body: z.unknown(),
  language: z.enum(LANGUAGES).nullable(),
})

/** Returns `undefined` if the sealing key is gone; the use cases are idempotent themselves. */
const openAnswer = (
  sealer: SecretSealer,
  sealedAnswer: string,
  purpose: string,
): RouteResponse | undefined => {
  try {
    const opened = sealer.open(sealedAnswer, purpose)
    const { language, ...kept } = keptAnswer.parse(JSON.parse(opened))
    return { ...kept, headers: { [REPLAYED]: 'true' }, ...(language ? { language } : {}) }
  } catch (error) {
    if (error instanceof UnopenedSecret) return undefined
    throw error
  }
}

/** Returns `undefined` for a 202, whose outcome is open, and for errors, which may pass. */
const finalAnswer = ({
  status,
  body,
  language,
}: RouteResponse): z.input<typeof keptAnswer> | undefined =>
  status === 202 || status >= 400 || body instanceof Readable
    ? undefined
    : { status, body, language: language ?? null }

/** Prefers the refund use case, which keeps keys permanently and explains the difference. */
const refuseOther = async (
  route: MerchantRoute,
  input: Input,
  { operation, fields }: Extract<KeyClaim, { outcome: 'differs' }>,
): Promise<RouteResponse> => {
  const errors = fields.map((path) => ({ path, message: 'Differs from the first request' }))
  if (route.requiresIdempotencyKey && operation === route.operationId) {
    const answer = await route.handle(input)
    return answer.problem?.code === 'idempotency_key_reused'
      ? { ...answer, problem: { ...answer.problem, errors } }
      : answer
  }
  const difference = fields.length > 0 ? `differs in ${fields.join(', ')}` : `was ${operation}`
  return refuse(
    problem({
      code: 'idempotency_key_reused',
      title: 'This Idempotency-Key was used for a different request',
      detail: `The first request with this key ${difference}. Use a new key for each new request.`,
      errors,
    }),
  )
}

const IN_USE: Problem = problem({
  code: 'idempotency_key_in_use',
  title: 'A request with this Idempotency-Key is still running',
  detail: 'Send the same request again after a second to get its response.',
})

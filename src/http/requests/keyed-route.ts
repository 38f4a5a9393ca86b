import { Readable } from 'node:stream'
import { z } from 'zod'
import {
  claimKey,
  endKeyedRequest,
  forgetKeyedRequest,
  type KeyClaim,
} from '../../db/requests/keyed-requests.ts'
import { LANGUAGES } from '../../locales/language.ts'
import { addMs, MINUTE } from '../../runtime/clock.ts'
import { type Problem, problem } from '../../runtime/http/problem.ts'
import { type RequestInput, type RouteResponse, refuse } from '../../runtime/http/route.ts'
import { type SecretSealer, UnopenedSecret } from '../../runtime/secrets/sealed-secrets.ts'
import type { MerchantInput, MerchantRoute } from '../api/route.ts'
import { fieldDigests } from './field-digests.ts'

/** Longer than any request runs. */
const RUNNING_MS = 2 * MINUTE

/** Name of the header of a repeated answer. */
const REPLAYED = 'idempotent-replayed'

type Input = MerchantInput & RequestInput<unknown, unknown>

/** Reports whether a store may send a route an `Idempotency-Key`. */
export const takesKey = ({
  method,
  platform,
}: Pick<MerchantRoute, 'method' | 'platform'>): boolean =>
  method !== 'get' && platform === undefined

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
  const { ctx, store, idempotencyKey, body, id, refundId } = input
  const { query } = ctx.db
  const { sealer } = input.connecting
  const purpose = `keyed_requests/${store.id}/${idempotencyKey}`
  const now = ctx.clock.now()
  const claimed = { storeId: store.id, key: idempotencyKey }
  const claim = await claimKey(query, {
    ...claimed,
    operation: route.operationId,
    fields: { ...fieldDigests(body), ...fieldDigests({ '{id}': id, '{refund_id}': refundId }) },
    now,
    runningUntil: addMs(now, RUNNING_MS),
  })
  switch (claim.outcome) {
    case 'kept':
      return openAnswer(sealer, claim.sealedAnswer, purpose) ?? route.handle(input)
    case 'running':
      return refuse(IN_USE, { 'retry-after': '1' })
    case 'differs':
      return refuseOther(route, input, claim)
    case 'claimed':
      break
  }
  let answer: RouteResponse | undefined
  try {
    answer = await route.handle(input)
    return answer
  } finally {
    if (answer && answer.status < 400) {
      const final = finalAnswer(answer)
      const sealedAnswer = final ? sealer.seal(JSON.stringify(final), purpose) : null
      await endKeyedRequest(query, { ...claimed, sealedAnswer })
    } else {
      await forgetKeyedRequest(query, claimed)
    }
  }
}

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

/** An answer 202 says only what is known so far. */
const finalAnswer = ({
  status,
  body,
  language,
}: RouteResponse): z.input<typeof keptAnswer> | undefined =>
  status === 202 || body instanceof Readable
    ? undefined
    : { status, body, language: language ?? null }

/** The use case of a refund knows its key for ever, and says more about the difference. */
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
  const difference =
    fields.length > 0 ? `had other values of ${fields.join(', ')}` : `was ${operation}`
  return refuse(
    problem({
      code: 'idempotency_key_reused',
      title: 'This Idempotency-Key asked for something else before',
      detail: `The first request with this key ${difference}. A new request needs a key of its own.`,
      errors,
    }),
  )
}

const IN_USE: Problem = problem({
  code: 'idempotency_key_in_use',
  title: 'A request with this Idempotency-Key is running',
  detail: 'Send the same request again after a second: it gets the answer of the first.',
})

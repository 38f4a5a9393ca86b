import { z } from 'zod'
import { ERROR_CODES } from '../contract/errors.ts'
import { isProcessorRefusal } from './refusal-words.ts'
import type { GatewayResponse } from './transport.ts'

/** Metadata key that identifies our payments. */
export const OUR_REFERENCE = 'puente_payment'

/**
 * Commits a retry without the named fields and returns its idempotency key (some routes ignore it).
 * `undefined`: no retry.
 */
export type BeginRetry = (
  names: readonly string[],
) => Promise<{ idempotencyKey: string } | undefined>

/**
 * Sends a request. Retries once without the refused fields, if all are optional. Returns the last
 * response.
 */
export const sendOrRetry = async <Body extends object>(
  first: { body: Body; idempotencyKey?: string | undefined },
  {
    send,
    begin,
  }: {
    send(body: Body, idempotencyKey: string | undefined): Promise<GatewayResponse>
    begin: BeginRetry | undefined
  },
): Promise<GatewayResponse> => {
  const answer = await send(first.body, first.idempotencyKey)
  const names = optionalFieldsRefused(answer, first.body)
  const repetition = names && (await begin?.(names))
  return names && repetition
    ? send(withoutFields(first.body, names), repetition.idempotencyKey)
    : answer
}

/** Codes that a smaller body cannot fix (7), or complaints about a reused idempotency key. */
const DECIDES = new RegExp(`^(${ERROR_CODES.join('|')})$|idempotency`, 'i')

const refusal = z.looseObject({
  code: z.unknown().optional(),
  errors: z.record(z.string(), z.unknown()),
})

/**
 * Returns the fields named by a 422 (7) if none decides the payment: `reason`, `description`,
 * `customer` or `customer.phone`, `metadata` or `metadata.gift`, never our reference. Returns
 * `undefined` otherwise, or if the request lacks a named field.
 */
export const optionalFieldsRefused = (
  answer: GatewayResponse,
  sent: object,
): string[] | undefined => {
  if (answer.kind !== 'answer' || answer.status !== 422 || isProcessorRefusal(answer.body)) {
    return undefined
  }
  const { code, errors = {} } = refusal.safeParse(answer.body).data ?? {}
  if (typeof code === 'string' && DECIDES.test(code)) return undefined
  const names = Object.entries(errors)
    .flatMap(pathsIn)
    .map((path) => decorationAt(path, { ...sent }))
  const known = names.filter((name) => name !== undefined)
  return known.length > 0 && known.length === names.length ? [...new Set(known)] : undefined
}

/** Normalizes `customer.phone`, `customer[phone]`, `/customer/phone` and `{customer: {phone}}`. */
const pathsIn = ([key, value]: [string, unknown]): string[] => {
  const dotted = /^#?\//.test(key) ? key.replace(/^#?\//, '').replaceAll('/', '.') : key
  const path = dotted.replace(/\[([^\]]*)\]/g, '.$1')
  const nested = isRecord(value) ? Object.entries(value) : []
  return nested.length === 0 ? [path] : nested.flatMap(pathsIn).map((below) => `${path}.${below}`)
}

/** Maps an error path to the most specific optional field of the request. */
const decorationAt = (path: string, sent: Record<string, unknown>): string | undefined => {
  const [root = '', ...rest] = path.split('.')
  const below = rest.join('.')
  switch (root) {
    case 'description':
    case 'reason':
      return sent[root] === undefined ? undefined : root
    case 'customer':
    case 'metadata': {
      if (isAt(below.toLowerCase(), OUR_REFERENCE)) return undefined
      const keys = Object.keys(isRecord(sent[root]) ? sent[root] : {}).filter(
        (key) => key !== OUR_REFERENCE,
      )
      if (keys.length === 0) return undefined
      const key = keys.find((each) => isAt(below, each))
      return key === undefined ? root : `${root}.${key}`
    }
    default:
      return undefined
  }
}

const isAt = (path: string, key: string): boolean => path === key || path.startsWith(`${key}.`)

/** Removes the named fields, but never our own reference. */
export const withoutFields = <Body extends object>(body: Body, names: readonly string[]): Body => {
  const left = Object.entries(body).flatMap(([field, value]): [string, unknown][] => {
    if (!isRecord(value)) return names.includes(field) ? [] : [[field, value]]
    const kept = Object.entries(value).filter(
      ([key]) =>
        key === OUR_REFERENCE || !(names.includes(field) || names.includes(`${field}.${key}`)),
    )
    return kept.length > 0 || field === 'metadata' ? [[field, Object.fromEntries(kept)]] : []
  })
  return Object.fromEntries(left) as Body
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

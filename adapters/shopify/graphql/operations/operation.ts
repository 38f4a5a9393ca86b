import { z } from 'zod'

/** The Admin API, or the Payments Apps API for sessions. */
export type ShopApi = 'admin' | 'payments-apps'

export interface Operation<Variables, Value> {
  api: ShopApi
  /** For logs and failures. */
  name: string
  text: string
  /** A read or a mutation with an idempotency key: retryable after a lost response. */
  isRepeatable: boolean
  isRead: boolean
  /** The caller has a fallback for a refusal. */
  hasFallback: boolean
  /** Schema of `data`. */
  answer: z.ZodType<Value>
  /** Never set: carries the type only. */
  variables?: Variables
}

const HEAD = /^\s*(query|mutation) (\w+)/m

/** Defines an operation; its text says name and repeatability. */
export const operation =
  <Variables extends Record<string, unknown>>(api: ShopApi, { hasFallback = false } = {}) =>
  <Value>(text: string, answer: z.ZodType<Value>): Operation<Variables, Value> => {
    const [, kind, name] = HEAD.exec(text) ?? []
    if (!kind || !name) throw new Error('An operation begins with its kind and its name')
    const isRead = kind === 'query'
    const isRepeatable = isRead || /@idempotent\(/.test(text)
    return { api, name, text, answer, isRepeatable, isRead, hasFallback }
  }

/** A field of a mutation's payload, which Shopify leaves empty after a refusal. */
export const payloadField = <Value>(mutation: string, field: string, schema: z.ZodType<Value>) =>
  z
    .object({ [mutation]: z.object({ [field]: schema.nullish() }) })
    .transform((data): Value | null => data[mutation]?.[field] ?? null)

/** Payload that Puente ignores, except its errors. */
export const ignoredPayload = (mutation: string, field: string) =>
  payloadField(mutation, field, z.unknown())

import type { z } from 'zod'

/** The Admin API, or the one that payment apps settle their sessions with. */
export type ShopApi = 'admin' | 'payments-apps'

/** One thing to ask of a shop, with the shape of the answer. */
export interface Operation<Variables, Value> {
  api: ShopApi
  /** As it stands in the text; for logs and failures. */
  name: string
  text: string
  /** A lost answer may be asked for again: it only reads, or Shopify knows it by its key. */
  isRepeatable: boolean
  /** It changes nothing. */
  isRead: boolean
  /** Where a shop does not allow it, the same is done in another way. */
  hasOtherWay: boolean
  /** Of `data`. */
  answer: z.ZodType<Value>
  /** Never set: carries the type of the variables. */
  variables?: Variables
}

const HEAD = /^\s*(query|mutation) (\w+)/m

/** Makes an operation; what it is called and whether it may be repeated stands in its text. */
export const operation =
  <Variables extends Record<string, unknown>>(api: ShopApi, { hasOtherWay = false } = {}) =>
  <Value>(text: string, answer: z.ZodType<Value>): Operation<Variables, Value> => {
    const [, kind, name] = HEAD.exec(text) ?? []
    if (!kind || !name) throw new Error('An operation begins with its kind and its name')
    const isRead = kind === 'query'
    const isRepeatable = isRead || /@idempotent\(/.test(text)
    return { api, name, text, answer, isRepeatable, isRead, hasOtherWay }
  }

import { z } from 'zod'
import { UNKNOWN_CURSOR } from '../merchant/pages.ts'
import { type RefusedAccess, refusedWith } from '../route.ts'

/** Excludes 30 February and the like, which would fail the query. */
const DAY = `(?!0000)${z.regexes.date.source.replaceAll(/^\^|\$$/g, '')}`
const TIME = String.raw`(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d`
const ZONE = String.raw`[+-](?:0\d|1[0-5])(?::[0-5]\d){0,2}`

/** Valid sort keys, by list. */
const KEYS = {
  orders: /^ord_[0-9a-z]{1,40}$/,
  orders_of_stores: /^(?:(?:oldest|largest|smallest) \d{1,18} )?ord_[0-9a-z]{1,40}$/,
  waiting_orders: /^ord_[0-9a-z]{1,40}$/,
  payments: /^pay_[0-9a-z]{1,40}$/,
  refunds: /^ref_[0-9a-z]{1,40}$/,
  reconciliations: /^rec_[0-9a-z]{1,40}$/,
  payment_links: /^plk_[0-9a-z]{1,40}$/,
  api_keys: /^key_[0-9a-z]{1,40}$/,
  differences: /^\d{1,18}$/,
  alerts: /^\d{1,18}$/,
  tasks: /^\d{1,18}$/,
  events: new RegExp(String.raw`^${DAY} ${TIME}(?:\.\d{1,6})?${ZONE} \d{1,18}$`),
  stores: /^.{1,200}$/s,
  money: new RegExp(String.raw`^${DAY}T${TIME}\.\d{3}Z (?:(?:pay|ref)_[0-9a-z]{1,40}|\d{1,18})$`),
  people: /^.{1,300}$/s,
  audit: /^\d{1,18}$/,
} as const

export type ListName = keyof typeof KEYS

/** Encodes the last row's key as an opaque cursor. */
export const cursorOf = (list: ListName, id: string): string =>
  Buffer.from(`${list} ${id}`).toString('base64url')

/** Returns `refused` for another list's cursor. */
export const readCursor = (
  list: ListName,
  cursor: string | undefined,
): { outcome: 'read'; before: string | undefined } | RefusedAccess => {
  if (cursor === undefined) return { outcome: 'read', before: undefined }
  const [name, id] = Buffer.from(cursor, 'base64url').toString().split(/ (.*)/s)
  const isOfList = name === list && id !== undefined && KEYS[list].test(id) && !id.includes('\0')
  return isOfList ? { outcome: 'read', before: id } : refusedWith(UNKNOWN_CURSOR)
}

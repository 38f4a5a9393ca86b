import { UNKNOWN_CURSOR } from '../merchant/pages.ts'
import { type RefusedAccess, refusedWith } from '../route.ts'

/** Valid sort keys, by list. */
const KEYS = {
  orders: /^ord_[0-9a-z]{1,40}$/,
  payments: /^pay_[0-9a-z]{1,40}$/,
  refunds: /^ref_[0-9a-z]{1,40}$/,
  reconciliations: /^rec_[0-9a-z]{1,40}$/,
  api_keys: /^key_[0-9a-z]{1,40}$/,
  differences: /^\d{1,18}$/,
  alerts: /^\d{1,18}$/,
  tasks: /^\d{1,18}$/,
  events: { test: (id: string) => isPlaceOfEvent(id) },
  stores: /^.{1,200}$/s,
  money: { test: (id: string) => isPlaceOfMoney(id) },
  people: /^.{1,300}$/s,
  audit: /^\d{1,18}$/,
} as const

const TIME_AND_NUMBER =
  /^(?!0000)(\d{4}-\d\d-\d\d) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?[+-](?:0\d|1[0-5])(?::[0-5]\d){0,2} \d{1,18}$/

const TIME_AND_ID = /^(\d{4}-\d\d-\d\dT[\d:.]{12}Z) (?:pay|ref)_[0-9a-z]{1,40}$/

const isPlaceOfMoney = (id: string): boolean => {
  const [, at = ''] = TIME_AND_ID.exec(id) ?? []
  const ms = Date.parse(at)
  return !Number.isNaN(ms) && new Date(ms).toISOString() === at
}

/** Rejects days such as 30 February, which would fail the query. */
const isPlaceOfEvent = (id: string): boolean => {
  const [, day] = TIME_AND_NUMBER.exec(id) ?? []
  const midnight = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${day}T`)
}

export type ListName = keyof typeof KEYS

/** Encodes the last row's key as an opaque cursor. */
export const cursorOf = (list: ListName, id: string): string =>
  Buffer.from(`${list} ${id}`).toString('base64url')

/** Decodes a cursor; `refused` if it is not this list's. */
export const readCursor = (
  list: ListName,
  cursor: string | undefined,
): { outcome: 'read'; before: string | undefined } | RefusedAccess => {
  if (cursor === undefined) return { outcome: 'read', before: undefined }
  const [name, id] = Buffer.from(cursor, 'base64url').toString().split(/ (.*)/s)
  const isOfList = name === list && id !== undefined && KEYS[list].test(id) && !id.includes('\0')
  return isOfList ? { outcome: 'read', before: id } : refusedWith(UNKNOWN_CURSOR)
}

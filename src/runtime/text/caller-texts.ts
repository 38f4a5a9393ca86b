import type { z } from 'zod'
import {
  type CardNumberBounds,
  findCardNumbers,
  withPlainDigits,
} from '../../domain/card-numbers.ts'
import { fieldIssue, fieldMessage } from './field-messages.ts'
import { maskTypedCardNumbers } from './masking.ts'

export const CARD_NUMBER_HERE = fieldMessage('cardNumber')

type Treatment =
  /** Masks the number, in texts that affect nothing. */
  | 'mask'
  /** Drops the field, which a mask would make useless. */
  | 'leave-out'
  | 'refuse'

interface FieldRule {
  treatment: Treatment
  bounds: CardNumberBounds
}

/** Spares 13-digit ids of shops; issuers have stopped using that length. */
const LONGER_THAN_IDS = { leastDigits: 14 }
/** Also spares marketplace ids, which have 17 digits and more. */
const UNLIKE_IDS = { leastDigits: 14, mostDigits: 16 }
/** Spares phone and identity numbers, which have up to 14 digits. */
const LONGER_THAN_OWN = { leastDigits: 15 }

const REFUSED: FieldRule = { treatment: 'refuse', bounds: LONGER_THAN_IDS }
const REFUSED_ID: FieldRule = { treatment: 'refuse', bounds: UNLIKE_IDS }
const MASKED: FieldRule = { treatment: 'mask', bounds: {} }
const MASKED_WITH_IDS: FieldRule = { treatment: 'mask', bounds: LONGER_THAN_IDS }
const LEFT_OUT: FieldRule = { treatment: 'leave-out', bounds: {} }

const RULES: ReadonlyMap<string, FieldRule> = new Map([
  ['reason', MASKED],
  ['note', MASKED],
  ['why', MASKED],
  ['description', MASKED_WITH_IDS],
  ['number', { treatment: 'leave-out', bounds: UNLIKE_IDS }],
  ['identity_number', { treatment: 'refuse', bounds: LONGER_THAN_OWN }],
  ['id', REFUSED_ID],
  ['search', REFUSED_ID],
  ['idempotency_key', REFUSED_ID],
])

const RULES_BELOW: ReadonlyMap<string, FieldRule> = new Map([['metadata', MASKED_WITH_IDS]])

const RULES_OF_CUSTOMER: ReadonlyMap<string, FieldRule> = new Map([
  ['phone', { treatment: 'leave-out', bounds: LONGER_THAN_OWN }],
  ['identity_number', { treatment: 'leave-out', bounds: LONGER_THAN_OWN }],
])

/** Names of fields not searched: secrets (sealed or hashed), and lookup ids. */
const IS_UNREAD = /(?:^|_)(?:secret|password|secret_key|publishable_key|ids|cursor|file)$/
/** Fields for gateway tokens, which Puente never parses. */
const IS_TOKEN_FIELD = /^(?:payment_token|payment_method|id)$/
const IS_TOKEN = /^(?:tok|pm)_(?!\d+$)\w+$/

const ruleOf = (name: string, path: readonly string[]): FieldRule => {
  const above = path.map((step) => RULES_BELOW.get(step)).find((rule) => rule !== undefined)
  if (above) return above
  if (path.includes('customer')) return RULES_OF_CUSTOMER.get(name) ?? LEFT_OUT
  return RULES.get(name) ?? (name.endsWith('_id') ? REFUSED_ID : REFUSED)
}

const isUnread = (name: string, text: string): boolean =>
  IS_UNREAD.test(name) || (IS_TOKEN_FIELD.test(name) && IS_TOKEN.test(text))

/** Callers choose the names in metadata, which prove nothing. */
const isNamedByCaller = (path: readonly string[]): boolean =>
  path.some((step) => RULES_BELOW.has(step))

const holds = (text: string, bounds: CardNumberBounds): boolean =>
  text.length >= SHORTEST_TEXT && findCardNumbers(withPlainDigits(text), bounds).length > 0

const SHORTEST_TEXT = 13

export interface ReadTexts<Value> {
  value: Value
  issues: z.core.$ZodIssue[]
}

/**
 * Masks or drops card numbers in decorative fields of `value`; `issues` lists refused ones. Unknown
 * fields default to refusal.
 */
export const withoutCardNumbers = <Value>(value: Value): ReadTexts<Value> => {
  const issues: z.core.$ZodIssue[] = []
  return { value: cleaned(value, [], issues) as Value, issues }
}

const DEEPEST = 20

const cleaned = (value: unknown, path: string[], issues: z.core.$ZodIssue[]): unknown => {
  if (typeof value === 'string' || typeof value === 'number') return leaf(value, path, issues)
  if (Array.isArray(value) && path.length < DEEPEST) {
    return value.map((each, index) => cleaned(each, [...path, String(index)], issues))
  }
  if (!isPlainObject(value) || path.length >= DEEPEST) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => {
      const here = [...path, name]
      return [String(leaf(name, here, issues)), cleaned(field, here, issues)]
    }),
  )
}

const leaf = (
  value: string | number,
  path: string[],
  issues: z.core.$ZodIssue[],
): string | number | undefined => {
  const name = path.findLast((step) => !/^\d+$/.test(step)) ?? ''
  if (!isNamedByCaller(path) && isUnread(name, String(value))) return value
  const { treatment, bounds } = ruleOf(name, path.slice(0, -1))
  if (!holds(String(value), bounds)) return value
  switch (treatment) {
    case 'mask':
      return maskTypedCardNumbers(String(value), bounds)
    case 'leave-out':
      return undefined
    case 'refuse':
      issues.push(fieldIssue(path, CARD_NUMBER_HERE))
      return value
  }
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' &&
  value !== null &&
  [Object.prototype, null].includes(Object.getPrototypeOf(value))

/** Reports whether a text for the field `name` holds a card number. */
export const holdsCardNumberAs = (name: string, text: string): boolean =>
  holds(text, ruleOf(name, []).bounds)

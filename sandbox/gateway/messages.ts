import type { z } from 'zod'
import { formatMessage } from '../../src/locales/format-message.ts'
import type { Language } from '../../src/locales/language.ts'
import { GATEWAY_TEXTS, type GatewayTexts } from './locales/texts.ts'

/**
 * The wording is ours: clients branch on codes, and the contract shows only the routing 404. The
 * messages on redirect URLs wrongly allow http, as the contract documents (4.13).
 */
export type MessageKey = keyof GatewayTexts['messages']

/** Key and optional limit: `max_length:191`. */
export type Violation = MessageKey | `${MessageKey}:${string}`

/** By field or rule, like `errors` (7). */
export type Violations = Record<string, Violation[]>

export type Checked<Parts extends object> =
  | (Parts & { ok: true })
  | { ok: false; violations: Violations }

const isMessageKey = (text: string): text is MessageKey =>
  Object.hasOwn(GATEWAY_TEXTS.en.messages, text)

export const message = (
  violation: Violation,
  { language, field = '' }: { language: Language; field?: string },
): string => {
  const [key = '', ...limit] = violation.split(':')
  if (!isMessageKey(key)) return violation
  const values = { field, limit: limit.join(':') }
  return formatMessage(GATEWAY_TEXTS[language].messages[key], values, language)
}

/**
 * Keys violations as in `errors`: `amount`, `customer.email`; list items count as the list. Schema
 * messages are violation codes.
 */
export const violationsOf = (error: z.ZodError): Violations => {
  const violations: Violations = {}
  for (const { path, message } of error.issues) {
    const field = path.filter((part) => typeof part === 'string').join('.') || 'body'
    const known = violations[field] ?? []
    if (!known.includes(message as Violation)) {
      violations[field] = [...known, message as Violation]
    }
  }
  return violations
}

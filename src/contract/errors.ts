import { z } from 'zod'

/** Error codes (`gateway-api.md` 7). Clients branch on these, never on messages. */
export const ERROR_CODES = [
  'payment_not_found',
  'transaction_id_expected',
  'not_found',
  'tokenized_charge_disabled',
  'sandbox_terminal_unavailable',
  'success_redirect_url_invalid',
  'authentication_required',
  'receipt_unavailable',
  'void_invalid',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** Flattens the messages of an error, prefixed with their codes: `51 No funds`. */
export const messagesIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  if (Array.isArray(value)) return value.flatMap(messagesIn)
  if (typeof value !== 'object' || value === null) return []
  const fields: Record<string, unknown> = { ...value }
  const message = fields.Message ?? fields.message
  if (typeof message !== 'string') return Object.values(fields).flatMap(messagesIn)
  const code = fields.Code ?? fields.code
  return messagesIn(typeof code === 'string' ? `${code} ${message}` : message)
}

/**
 * An error body (7). The contract documents only `errors` of a 422, keyed by field or rule, and not
 * the shape of its messages. Every key is optional here, and a key of `errors` counts even without
 * messages.
 */
export const errorBody = z.looseObject({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  errors: z.record(z.string(), z.unknown().transform(messagesIn)).optional().catch(undefined),
})

import { z } from 'zod'

/** The codes of errors, `gateway-api.md` 7. Clients branch on these, never on messages. */
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

/** One message, or several, of a field or rule. */
const messages = z
  .union([z.string(), z.array(z.unknown())])
  .transform((value) => (Array.isArray(value) ? value : [value]).map(String))

/**
 * An error body. Only `errors`, an object keyed by field or rule, is promised for a 422; the other
 * top-level keys are not shown (7), so each may be missing.
 */
export const errorBody = z.looseObject({
  code: z.string().optional().catch(undefined),
  message: z.string().optional().catch(undefined),
  errors: z.record(z.string(), messages).optional().catch(undefined),
})

import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../src/contract/create-payment.ts'
import { startOfHondurasDay } from '../../../src/contract/honduras-time.ts'
import { PAYMENT_STATES } from '../../../src/contract/payment-states.ts'
import { broken, isA } from '../bodies/fields.ts'

const DAY_MS = 24 * 60 * 60_000

const positiveInteger = z
  .string(isA('integer'))
  .regex(/^0*[1-9]\d{0,8}$/, broken('integer'))
  .transform(Number)

/** Start of a Honduras day. */
const day = z.string(isA('date')).transform((text, context) => {
  const start = startOfHondurasDay(text)
  if (start) return start
  context.addIssue({ code: 'custom', message: broken('date') })
  return z.NEVER
})

/** Section 4.2. Empty values count as missing. */
export const listPaymentsQuery = z.object({
  per_page: positiveInteger.default(GATEWAY_LIMITS.perPageDefault),
  page: positiveInteger.default(1),
  status: z.enum(PAYMENT_STATES, broken(`choice:${PAYMENT_STATES.join(', ')}`)).optional(),
  external_reference: z
    .string(isA('string'))
    .refine((text) => !text.includes('\0'), broken('string'))
    .optional(),
  from: day.optional(),
  /** Inclusive: becomes the start of the next day. */
  to: day.transform((start) => new Date(start.getTime() + DAY_MS)).optional(),
})

/**
 * A bracketed filter (`status[]`, `status[a]`) becomes a list, which fails validation; ignoring it
 * would return every payment.
 */
export const queryValues = (query: URLSearchParams): Record<string, string | string[]> => {
  const values: Record<string, string | string[]> = {}
  for (const [key, value] of query) if (value !== '') values[key] = value
  for (const [key, value] of query) {
    const [name = ''] = key.split('[', 1)
    if (name !== key && Object.hasOwn(listPaymentsQuery.shape, name)) values[name] = [value]
  }
  return values
}

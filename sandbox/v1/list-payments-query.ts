import { z } from 'zod'
import { LIMITS } from '../../src/contract/create-payment.ts'
import { startOfHondurasDay } from '../../src/contract/honduras-time.ts'
import { PAYMENT_STATES } from '../../src/contract/payment-states.ts'
import type { Violation } from '../messages.ts'

const broken = (violation: Violation): Violation => violation

const DAY_MS = 24 * 60 * 60_000

const positiveInteger = z
  .string()
  .regex(/^0*[1-9]\d{0,8}$/, broken('integer'))
  .transform(Number)

/** The instant at which a Honduras day begins. */
const day = z.string().transform((text, context) => {
  const start = startOfHondurasDay(text)
  if (start) return start
  context.addIssue({ code: 'custom', message: broken('date') })
  return z.NEVER
})

/** The query of `GET /payments`, `gateway-api.md` 4.2. Empty values count as missing. */
export const listPaymentsQuery = z.object({
  per_page: positiveInteger.default(LIMITS.perPageDefault),
  page: positiveInteger.default(1),
  status: z.enum(PAYMENT_STATES, broken(`choice:${PAYMENT_STATES.join(', ')}`)).optional(),
  external_reference: z
    .string()
    .refine((text) => !text.includes('\0'), broken('string'))
    .optional(),
  from: day.optional(),
  /** Inclusive: comes out as the instant at which the day after it begins. */
  to: day.transform((start) => new Date(start.getTime() + DAY_MS)).optional(),
})

export const queryValues = (query: URLSearchParams): Record<string, string> =>
  Object.fromEntries([...query].filter(([, value]) => value !== ''))

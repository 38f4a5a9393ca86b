import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../../src/contract/create-payment.ts'
import { parseHondurasTime } from '../../../../src/contract/honduras-time.ts'

/** Decimal units (1.1). */
export const amount = z.number().nonnegative()

/** Sections 4.3 and 4.7. */
export const requestedAmount = z.number().min(GATEWAY_LIMITS.amountMinimum).meta({
  description: 'Decimal units, not cents.',
  example: 125.5,
})

/** Without an offset (2.1). */
export const hondurasTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
  .refine((text) => parseHondurasTime(text) !== undefined, 'no such date or time')
  .meta({
    id: 'HondurasTime',
    description: '`YYYY-MM-DD HH:MM:SS` in Honduras time (UTC-6), without an offset.',
    example: '2026-11-20 18:30:00',
  })

export const numericCurrency = z
  .string()
  .regex(/^\d{3}$/)
  .meta({ description: 'Numeric ISO 4217 code.', example: '340' })

export const alphabeticCurrency = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .meta({ description: 'Alphabetic ISO 4217 code.', example: 'HNL' })

/** Section 2.3. */
export const transactionId = z.uuid().meta({
  id: 'TransactionId',
  description: 'UUID of a charge; void, refund and receipt go by it.',
  example: '9f0c2e5a-8a4e-4a53-9b1c-0f4f7d2f7c11',
})

/** Section 2.5. */
export const paymentMethodId = z
  .string()
  .regex(/^pm_./)
  .meta({ description: 'Reference of a saved card; opaque.', example: 'pm_7Qd2mYx0' })

export const externalReference = z.string().meta({
  description: "The merchant's order id. Not unique.",
  example: '1001',
})

export const requestMetadata = z.record(z.string(), z.unknown()).meta({
  description: 'An object; comes back untouched. Limits of size and keys: not shown (8).',
  example: { cart: 'c-1' },
})

/** Section 1, rule 8. */
export const warnings = z
  .array(z.string())
  .min(1)
  .meta({
    description: 'Names each request field that was dropped; absent when the request was clean.',
    example: ['installments'],
  })

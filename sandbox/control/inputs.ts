import { z } from 'zod'
import { JOURNAL_PAGE } from '../journal/journal.ts'

const MONTHS = 12

export const cardInput = z.strictObject({
  number: z.string(),
  exp_month: z.coerce.number().int().min(1).max(MONTHS),
  exp_year: z.coerce.number().int().min(2000).max(9999),
  cvc: z.string().regex(/^\d{3,4}$/, 'expected three or four digits'),
})

export const payInput = z
  .strictObject({
    payment_id: z.coerce.number().int().positive().optional(),
    checkout_url: z.string().optional(),
    card: cardInput,
    save_card: z.boolean().optional(),
    /** A decimal string or number: the tip that the customer picks. */
    tip: z.union([z.string(), z.number()]).transform(String).optional(),
  })
  .refine(
    ({ payment_id, checkout_url }) => (payment_id === undefined) !== (checkout_url === undefined),
    {
      path: ['payment_id'],
      message: 'give either payment_id or checkout_url',
    },
  )

export const clockInput = z.union([
  z.strictObject({ advance_seconds: z.number().min(0).max(10_000_000_000) }),
  z.strictObject({ now: z.iso.datetime({ offset: true }) }),
])

export const endpointInput = z.strictObject({
  environment: z.enum(['test', 'live']),
  url: z.url({ protocol: /^https?$/ }).refine((url) => !url.includes('\0'), 'expected a URL'),
  secret: z
    .string()
    .min(8)
    .max(500)
    .refine((secret) => !secret.includes('\0') && secret.isWellFormed(), 'expected text')
    .optional(),
})

export const journalQuery = z.object({
  since: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
  limit: z.coerce.number().int().min(1).max(JOURNAL_PAGE).default(JOURNAL_PAGE),
})

import { z } from 'zod'
import { JOURNAL_PAGE } from '../journal/journal.ts'
import { type EndpointUrlRefusal, readEndpointUrl } from '../webhooks/endpoints.ts'

const MONTHS = 12

export const cardInput = z.strictObject({
  number: z.string(),
  exp_month: z.coerce.number().int().min(1).max(MONTHS),
  exp_year: z.coerce.number().int().min(2000).max(9999),
  cvc: z.string().regex(/^\d{3,4}$/, 'expected three or four digits'),
})

const NAMES_OF_PAYMENT = ['payment_id', 'checkout_url', 'external_reference'] as const

export const payInput = z
  .strictObject({
    payment_id: z.coerce.number().int().positive().optional(),
    checkout_url: z.string().optional(),
    /** The latest of several payments. */
    external_reference: z.string().optional(),
    card: cardInput,
    save_card: z.boolean().optional(),
    /** Decimal units. */
    tip: z.union([z.string(), z.number()]).transform(String).optional(),
  })
  .refine((input) => NAMES_OF_PAYMENT.filter((name) => input[name] !== undefined).length === 1, {
    path: ['payment_id'],
    message: 'give one of payment_id, checkout_url and external_reference',
  })

export const clockInput = z
  .strictObject({
    advance_seconds: z.number().min(0).max(10_000_000_000).optional(),
    now: z.iso.datetime({ offset: true }).optional(),
  })
  .refine(({ advance_seconds, now }) => (advance_seconds === undefined) !== (now === undefined), {
    message: 'Give advance_seconds or now.',
  })

const NO_URL = { ok: false, because: 'not-a-url' } as const

const URL_REFUSALS: Readonly<Record<EndpointUrlRefusal, string>> = {
  'not-a-url': 'expected an http or https URL without a user and a password',
  'https-needed': 'expected https: http is for receivers on this machine or its network',
  'too-long': 'expected a shorter URL',
}

/** Applies the portal's rules, but stores the URL as sent. */
export const endpointInput = z.strictObject({
  environment: z.enum(['test', 'live']),
  url: z.string().superRefine((url, context) => {
    const reading = url.includes('\0') ? NO_URL : readEndpointUrl(url)
    if (!reading.ok) context.addIssue({ code: 'custom', message: URL_REFUSALS[reading.because] })
  }),
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

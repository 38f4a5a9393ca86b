import { z } from 'zod'
import { decimal } from './decimals.ts'
import { parseHondurasTime } from './honduras-time.ts'

/** `metadata` is `{}` in a creation answer and `[]` in a webhook when it is empty (2.1). */
const metadata = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.null()])
  .transform((value) => (value === null || Array.isArray(value) ? {} : value))

/** A Honduras timestamp (2.1) as an instant. ISO 8601 with an offset is understood as well. */
const timestamp = z.string().transform((text, context) => {
  const instant = parseHondurasTime(text) ?? withOffset(text)
  if (instant) return instant
  context.addIssue({ code: 'custom', message: 'not a Honduras timestamp' })
  return z.NEVER
})

const WITH_OFFSET = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/

/** `Date` rolls 30 February over to March: the date and time must exist, as in Honduras time. */
const withOffset = (text: string): Date | undefined => {
  const [, day, time, fraction = '', offset] = WITH_OFFSET.exec(text) ?? []
  if (!parseHondurasTime(`${day} ${time}`)) return undefined
  const instant = new Date(`${day}T${time}${fraction}${offset}`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** The UUID of a transaction; earlier versions of the gateway had an integer here (9). */
const transactionId = z.union([z.string(), z.number()]).transform(String)

const paymentId = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().positive())

/** Three digits; a JSON number has lost its zeros in front. */
const numericCurrency = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform((code) => String(code).padStart(3, '0'))

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null)

const customer = z
  .union([
    z.looseObject({ name: text, email: text, phone: text, identity_number: text }),
    z.array(z.unknown()),
    z.null(),
  ])
  .transform((value) => (value === null || Array.isArray(value) ? undefined : value))

/**
 * The payment object of `gateway-api.md` 2.1 as a reader takes it: amounts as decimal strings,
 * times as instants, unknown fields and unknown states kept.
 */
export const paymentObject = z.looseObject({
  id: paymentId,
  /** One of `PAYMENT_STATES`; a state that we do not know is kept as it came. */
  status: z.string(),
  name: text,
  description: text,
  amount: decimal,
  reusable: z.boolean().nullish().catch(null),
  subtotal: decimal.nullish(),
  sales_tax_amount: decimal.nullish(),
  service_fee_amount: decimal.nullish(),
  /** The authoritative charged figure. */
  total: decimal.nullish(),
  /** Numeric ISO 4217 code: `340`. */
  currency: numericCurrency,
  currency_iso: text,
  external_reference: text,
  metadata: metadata.optional(),
  /** Shown to nobody by us, so an odd one does no harm. */
  customer: customer.optional().catch(undefined),
  lock_customer_fields: z.boolean().nullish().catch(null),
  checkout_url: text,
  transaction_id: transactionId.nullish(),
  /** On paid and on voided payments. */
  refunded_amount: decimal.nullish(),
  refund_status: text,
  expires_at: timestamp.nullish(),
  created_at: timestamp.nullish(),
  paid_at: timestamp.nullish(),
  /** Names each request field that was dropped; absent when the request was clean (1.8). */
  warnings: z.array(z.unknown()).optional(),
  /** In refund events only. */
  refund_amount: decimal.nullish(),
  refunded_at: timestamp.nullish(),
  refund_reason: text,
})

export type PaymentObject = z.output<typeof paymentObject>

/** The envelope of `GET /payments`, 2.2. */
export const paymentList = z.looseObject({
  data: z.array(paymentObject),
  meta: z.looseObject({
    current_page: z.coerce.number().int(),
    per_page: z.coerce.number().int(),
    total: z.coerce.number().int(),
    last_page: z.coerce.number().int(),
  }),
})

export type PaymentList = z.output<typeof paymentList>

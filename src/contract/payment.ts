import { z } from 'zod'
import { decimal } from './decimals.ts'
import { parseHondurasTime } from './honduras-time.ts'

/** Empty `metadata` is `{}` in creation responses, `[]` in webhooks (2.1). */
const metadata = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.null()])
  .transform((value) => (value === null || Array.isArray(value) ? {} : value))

/** Parses a Honduras timestamp (2.1), or ISO 8601 with an offset. */
export const timestamp = z.string().transform((text, context) => {
  const instant = parseHondurasTime(text) ?? withOffset(text)
  if (instant) return instant
  context.addIssue({ code: 'custom', message: 'not a Honduras timestamp' })
  return z.NEVER
})

const WITH_OFFSET = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(\.\d+)?(Z|[+-]\d{2}:?\d{2})$/

/** Rejects dates that `Date` would roll over, such as 30 February. */
const withOffset = (text: string): Date | undefined => {
  const [, day, time, fraction = '', offset] = WITH_OFFSET.exec(text) ?? []
  if (!parseHondurasTime(`${day} ${time}`)) return undefined
  const instant = new Date(`${day}T${time}${fraction}${offset}`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** Transaction UUID; earlier gateway versions sent an integer (9). */
const transactionId = z.union([z.string(), z.number()]).transform(String)

const paymentId = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().positive())

/** Restores leading zeros that a JSON number lost. */
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
 * Schema wrapper for informative fields: an odd value parses to null instead of failing the
 * payment.
 */
const informative = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null)

/**
 * The payment object (`gateway-api.md` 2.1): amounts as decimal strings, timestamps as instants.
 * Keeps unknown fields and states. Requires only id, status, amount and currency.
 */
export const paymentObject = z.looseObject({
  id: paymentId,
  /** One of `PAYMENT_STATES`, or an unknown state. */
  status: z.string(),
  name: text.catch(null),
  description: text.catch(null),
  amount: decimal,
  reusable: informative(z.boolean()),
  subtotal: informative(decimal),
  sales_tax_amount: informative(decimal),
  service_fee_amount: informative(decimal),
  /** Authoritative charged figure. */
  total: informative(decimal),
  /** Numeric ISO 4217 code: `340`. */
  currency: numericCurrency,
  currency_iso: text.catch(null),
  external_reference: text.catch(null),
  metadata: metadata.optional().catch(undefined),
  customer: customer.optional().catch(undefined),
  lock_customer_fields: informative(z.boolean()),
  checkout_url: text.catch(null),
  transaction_id: informative(transactionId),
  /** Present on paid and voided payments. */
  refunded_amount: informative(decimal),
  refund_status: text.catch(null),
  expires_at: informative(timestamp),
  created_at: informative(timestamp),
  paid_at: informative(timestamp),
  /** Request fields that the gateway dropped; absent if none (1.8). */
  warnings: z.array(z.unknown()).optional().catch(undefined),
  /** Only in refund events. */
  refund_amount: informative(decimal),
  refunded_at: informative(timestamp),
  refund_reason: text.catch(null),
})

export type PaymentObject = z.output<typeof paymentObject>

/** A list item that does not match the payment object (2.1), with its readable fields. */
export interface UnreadablePayment {
  id: number | undefined
  createdAt: Date | undefined
  detail: string
  item: unknown
}

const itemNumber = z.looseObject({ id: paymentId })
const itemCreation = z.looseObject({ created_at: timestamp })

/** Separates unreadable items: one (an unmatched payment, say) must not hide its page. */
const sorted = (items: readonly unknown[]) => {
  const data: PaymentObject[] = []
  const unreadable: UnreadablePayment[] = []
  for (const item of items) {
    const read = paymentObject.safeParse(item)
    if (read.success) {
      data.push(read.data)
      continue
    }
    const { issues } = read.error
    const detail = issues.map(({ path, message }) => `${path.join('.') || 'item'}: ${message}`)
    const id = itemNumber.safeParse(item).data?.id
    const createdAt = itemCreation.safeParse(item).data?.created_at
    unreadable.push({ id, createdAt, detail: detail.join('; '), item })
  }
  return { data, unreadable }
}

/** A number of `meta`. Rejects other types: a missing total must not parse as zero. */
const count = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().nonnegative())

/** Envelope of `GET /payments` (2.2). */
export const paymentList = z
  .looseObject({
    data: z.array(z.unknown()),
    meta: z.looseObject({
      current_page: count,
      per_page: count,
      total: count,
      last_page: count,
    }),
  })
  .transform(({ data, meta }) => ({ ...sorted(data), meta }))

export type PaymentList = z.output<typeof paymentList>

/** Returns the number of pages (2.2). Distrusts a `last_page` too small for `total`. */
export const lastPageOf = ({
  last_page,
  total,
  per_page,
}: Pick<PaymentList['meta'], 'last_page' | 'total' | 'per_page'>): number =>
  Math.max(last_page, Math.ceil(total / Math.max(per_page, 1)))

import { z } from 'zod'
import { decimal } from './decimals.ts'
import { parseHondurasTime } from './honduras-time.ts'

/** `metadata` is `{}` in a creation answer and `[]` in a webhook when it is empty (2.1). */
const metadata = z
  .union([z.record(z.string(), z.unknown()), z.array(z.unknown()), z.null()])
  .transform((value) => (value === null || Array.isArray(value) ? {} : value))

/** A Honduras timestamp (2.1) as an instant. ISO 8601 with an offset is understood as well. */
export const timestamp = z.string().transform((text, context) => {
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

/** A field that decides nothing: an odd value is read as none, and never hides the payment. */
const informative = <Schema extends z.ZodType>(schema: Schema) => schema.nullish().catch(null)

/**
 * The payment object of `gateway-api.md` 2.1 as a reader takes it: amounts as decimal strings,
 * times as instants, unknown fields and unknown states kept. Only number, state, amount and
 * currency have to be what the contract says.
 */
export const paymentObject = z.looseObject({
  id: paymentId,
  /** One of `PAYMENT_STATES`; a state that we do not know is kept as it came. */
  status: z.string(),
  name: text.catch(null),
  description: text.catch(null),
  amount: decimal,
  reusable: informative(z.boolean()),
  subtotal: informative(decimal),
  sales_tax_amount: informative(decimal),
  service_fee_amount: informative(decimal),
  /** The authoritative charged figure. */
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
  /** On paid and on voided payments. */
  refunded_amount: informative(decimal),
  refund_status: text.catch(null),
  expires_at: informative(timestamp),
  created_at: informative(timestamp),
  paid_at: informative(timestamp),
  /** Names each request field that was dropped; absent when the request was clean (1.8). */
  warnings: z.array(z.unknown()).optional().catch(undefined),
  /** In refund events only. */
  refund_amount: informative(decimal),
  refunded_at: informative(timestamp),
  refund_reason: text.catch(null),
})

export type PaymentObject = z.output<typeof paymentObject>

/** An item of a page that is no payment as 2.1 has it: why, and what of it can be read. */
export interface UnreadablePayment {
  id: number | undefined
  createdAt: Date | undefined
  detail: string
  /** As it came. */
  item: unknown
}

const itemNumber = z.looseObject({ id: paymentId })
const itemCreation = z.looseObject({ created_at: timestamp })

/** A payment that cannot be read (somebody else's, in a shape of its own) does not hide its page. */
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

/** A number of `meta`. Nothing else is read as one: no total is not a total of none. */
const count = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.number().int().nonnegative())

/** The envelope of `GET /payments`, 2.2. */
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

/** How many pages there are (2.2): a `last_page` that is too small for the `total` is not believed. */
export const lastPageOf = ({
  last_page,
  total,
  per_page,
}: Pick<PaymentList['meta'], 'last_page' | 'total' | 'per_page'>): number =>
  Math.max(last_page, Math.ceil(total / Math.max(per_page, 1)))

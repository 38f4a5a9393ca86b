import { z } from 'zod'

export type RefundRequestFacts = z.output<typeof refundRequest>
export type ObservedStateFacts = z.output<typeof observedState>
export type ChargeDetails = z.output<typeof charge>

const text = z.string().min(1).optional().catch(undefined)
/** Accepts strings only: coercing `null` yields the epoch. */
const anInstant = z.string().pipe(z.coerce.date())
const instant = anInstant.optional().catch(undefined)
const decimalText = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^-?\d+(\.\d+)?$/))
  .optional()
  .catch(undefined)
const numberText = z.union([z.string(), z.number()]).transform(String).optional().catch(undefined)
/** Absent fields get a default: Zod builds an error for each value that it has to catch. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .default([])
    .catch([])
    .transform((items): z.output<Item>[] =>
      items.flatMap((each) => {
        const read = item.safeParse(each)
        return read.success ? [read.data] : []
      }),
    )

const refundRequest = z.object({ at: anInstant, kind: text, answer: text })
const observedState = z.object({ at: anInstant, state: text, refunded_amount: decimalText })
const charge = z.object({
  id: text,
  amount: decimalText,
  currency: text,
  attempt: z.int().optional().catch(undefined),
  paid_at: instant,
  gateway_payment_id: numberText,
  transaction_id: text,
  is_effective: z.boolean().optional().catch(undefined),
})

/** Parses an alert's details of any version: drops unparsable fields. */
export const alertDetails = z.object({
  payments: listOf(charge),
  payment: text,
  refund: text,
  amount: decimalText,
  currency: text,
  words: listOf(z.string()),
  asked: listOf(refundRequest),
  shown: listOf(observedState),
  because: text,
  refusal: text,
  external_reference: text,
  gateway_payment_id: numberText,
  differs: z
    .record(z.string(), z.tuple([z.string().nullable(), z.coerce.string().nullable()]))
    .default({})
    .catch({}),
  meanings: z.object({ es: z.string(), en: z.string() }).optional().catch(undefined),
  method: text,
  command: text,
  fields: listOf(z.string()),
  sources: listOf(z.string()),
  last_error: text,
  reason: text,
  by: text,
  channel: text,
  url: text,
  since: instant,
  until: instant,
  version: text,
  part: text,
  ends: text,
  more: z.int().positive().optional().catch(undefined),
})

import { z } from 'zod'

/** A code may come as a number; what it is compared with are strings like `05`. */
const code = z.union([z.string(), z.number()]).transform(String)

/**
 * A processor's decline, `gateway-api.md` 2.6: the names are capitalised as the processor sends
 * them. Readers branch on `Errors[0].Code`.
 */
export const processorDecline = z.looseObject({
  IsoResponseCode: code.nullish().catch(undefined),
  Errors: z.array(z.looseObject({ Code: code, Message: z.string().nullish().catch(undefined) })),
})

/** A saved card, 2.5. Only its reference is needed to charge it. */
export const savedCard = z.looseObject({
  id: z.string().min(1),
  card_brand: z.string().nullish().catch(null),
  last_four: z.string().nullish().catch(null),
  exp_month: z.coerce.number().int().nullish().catch(null),
  exp_year: z.coerce.number().int().nullish().catch(null),
  is_default: z.boolean().nullish().catch(null),
})

export type SavedCard = z.output<typeof savedCard>

/** The answer of `GET /payment-methods`, 4.10. */
export const savedCardList = z.looseObject({ data: z.array(savedCard) })

/** The answer of a saved-card charge: nothing is shown of it but `id`, the transaction's UUID (4.12). */
export const chargeAnswer = z.looseObject({ id: z.string().min(1) })

/** The answers of confirm, 4.13, by `status`. `transaction_details` is not read: it stays out. */
export const confirmAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('approved'), transaction_id: z.string().min(1) }),
  z.looseObject({ status: z.literal('declined'), ...processorDecline.shape }),
  z.object({
    status: z.literal('pending'),
    transaction_id: z.string().min(1),
    authentication_url: z.url(),
  }),
])

/** Receipt metadata, 2.4. */
export const receiptMetadata = z.looseObject({
  payment_id: z.union([z.number(), z.string()]).transform(Number),
  transaction_id: z.string(),
  receipt_url: z.string(),
})

export type ReceiptMetadata = z.output<typeof receiptMetadata>

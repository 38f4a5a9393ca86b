import { z } from 'zod'

/** Codes may arrive as numbers; comparisons need strings such as `05`. */
const code = z.union([z.string(), z.number()]).transform(String)

/**
 * A processor decline (`gateway-api.md` 2.6), capitalised as the processor sends it. Branch on
 * `Errors[0].Code`.
 */
export const processorDecline = z.looseObject({
  IsoResponseCode: code.nullish().catch(undefined),
  Errors: z.array(z.looseObject({ Code: code, Message: z.string().nullish().catch(undefined) })),
})

/** The contract does not promise these names; drops unreadable values. */
export const statedDecline = z.looseObject({
  IsoResponseCode: code.nullish().catch(undefined),
  Errors: z
    .array(
      z.looseObject({
        Code: code.nullish().catch(undefined),
        Message: z.string().nullish().catch(undefined),
      }),
    )
    .nullish()
    .catch(undefined),
})

/** A saved card (2.5). Charging needs only its `id`. */
export const savedCard = z.looseObject({
  id: z.string().min(1),
  card_brand: z.string().nullish().catch(null),
  last_four: z.string().nullish().catch(null),
  exp_month: z.coerce.number().int().nullish().catch(null),
  exp_year: z.coerce.number().int().nullish().catch(null),
  is_default: z.boolean().nullish().catch(null),
})

export type SavedCard = z.output<typeof savedCard>

/** Response of `GET /payment-methods` (4.10). */
export const savedCardList = z.looseObject({ data: z.array(savedCard) })

/**
 * Response of a saved-card charge. The contract documents only `id`, the transaction UUID (4.12).
 */
export const chargeAnswer = z.looseObject({ id: z.string().min(1) })

/** Responses of confirm (4.13). Strips `transaction_details`. */
export const confirmAnswer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('approved'), transaction_id: z.string().min(1) }),
  z.looseObject({ status: z.literal('declined'), ...processorDecline.shape }),
  z.object({
    status: z.literal('pending'),
    transaction_id: z.string().min(1),
    authentication_url: z.url(),
  }),
])

/** Receipt metadata (2.4). */
export const receiptMetadata = z.looseObject({
  payment_id: z.union([z.number(), z.string()]).transform(Number),
  transaction_id: z.string(),
  receipt_url: z.string(),
})

export type ReceiptMetadata = z.output<typeof receiptMetadata>

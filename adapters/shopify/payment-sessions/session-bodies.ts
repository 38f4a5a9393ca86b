import { z } from 'zod'
import { canBeInPath } from '../../../src/runtime/net/path-segment.ts'
import { plainText } from '../../../src/runtime/text/plain-text.ts'

/** Can become the order id, which is part of URL paths. */
const id = plainText(200).refine(canBeInPath)
const optionalText = z.string().nullish().catch(null)
const webUrl = z.url({ protocol: /^https?$/ }).max(4_000)

/** Ignores Shopify's further fields. */
export const paymentSessionBody = z.object({
  id,
  gid: id,
  /** Shared by all sessions of a checkout. */
  group: id.nullish(),
  amount: z.string().max(40),
  currency: z.string().max(10),
  test: z.boolean(),
  merchant_locale: optionalText,
  payment_method: z.object({ data: z.object({ cancel_url: webUrl }) }),
  kind: z.string(),
  customer: z
    .object({
      email: optionalText,
      phone_number: optionalText,
      locale: optionalText,
      billing_address: z
        .object({ given_name: optionalText, family_name: optionalText })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
})

export type PaymentSessionBody = z.output<typeof paymentSessionBody>

/** Refund, void (without amount) or capture. */
export const refundSessionBody = z.object({
  id,
  gid: id,
  payment_id: id,
  amount: z.string().max(40).nullish(),
  currency: z.string().max(10).nullish(),
})

export type RefundSessionBody = z.output<typeof refundSessionBody>

export const sessionToReject = z.object({ id })

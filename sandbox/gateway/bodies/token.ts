import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../src/contract/create-payment.ts'
import { customerPrefill } from './create-payment.ts'
import {
  boolean,
  broken,
  isA,
  metadataField,
  optional,
  optionalText,
  requiredText,
  shorterThan,
  text,
} from './fields.ts'

/** Component options besides the card (4.14). */
export const componentOptions = {
  payment_id: optionalText(z.union([z.number(), z.string()], isA('integer')).transform(String)),
  customer: optional(customerPrefill),
  description: optionalText(shorterThan(GATEWAY_LIMITS.descriptionLength)),
  metadata: optional(metadataField),
  save_card: optional(boolean),
}

const wholeNumber = (least: number, most: number) =>
  z.number(isA('integer')).int(broken('integer')).min(least).max(most)

export type ComponentOptions = z.output<z.ZodObject<typeof componentOptions>>

export const tokenBody = z.object(
  {
    publishable_key: requiredText(GATEWAY_LIMITS.externalReferenceLength),
    card: z.object(
      {
        number: text,
        exp_month: wholeNumber(1, 12),
        exp_year: wholeNumber(2000, 9999),
        cvc: text.regex(/^\d{3,4}$/),
      },
      isA('object'),
    ),
    ...componentOptions,
  },
  broken('malformed_body'),
)

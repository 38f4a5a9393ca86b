import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../src/contract/create-payment.ts'
import {
  boolean,
  broken,
  isA,
  isPlainObject,
  metadataField,
  number,
  oneOf,
  optional,
  optionalText,
  requiredText,
  shorterThan,
  text,
  unknownKeys,
  webUrl,
} from './fields.ts'

/** Prefill only; the gateway has no customer resource (1.6). */
export const customerPrefill = z.object(
  {
    name: optionalText(text),
    email: optionalText(text),
    phone: optionalText(text),
    identity_number: optionalText(text),
  },
  isA('object'),
)

export type CustomerPrefill = z.output<typeof customerPrefill>

/** Upper bound on preset tips, each an option at checkout; not in the contract. */
const MOST_TIPS = 20

/** Body of `POST /payments` (4.3). */
export const createPaymentInput = z.object(
  {
    amount: number,
    external_reference: requiredText(GATEWAY_LIMITS.externalReferenceLength),
    name: requiredText(GATEWAY_LIMITS.nameLength),
    currency_code: optionalText(
      z.string(isA('string')).regex(/^\d{3}$/, broken('numeric_currency')),
    ),
    description: optionalText(shorterThan(GATEWAY_LIMITS.descriptionLength)),
    metadata: optional(metadataField),
    success_url: optionalText(webUrl),
    cancel_url: optionalText(webUrl),
    expires_at: optionalText(text),
    customer: optional(customerPrefill),
    lock_customer_fields: optional(boolean),
    reusable: optional(boolean),
    sales_tax_type: optionalText(oneOf(['none', 'fixed', 'percentage'])),
    sales_tax_value: optionalText(number),
    tip_enabled: optional(boolean),
    /** "Allowed values not shown" (4.3); the profile defines them. */
    tip_type: optionalText(text),
    tip_value: optionalText(number),
    tip_customer_selectable: optional(boolean),
    tip_preset_percentages: optional(
      z.array(number, isA('array')).max(MOST_TIPS, broken(`max_items:${MOST_TIPS}`)),
    ),
    tip_allow_custom: optional(boolean),
    tip_min_amount: optionalText(number),
    tip_max_amount: optionalText(number),
    service_fee_enabled: optional(boolean),
  },
  broken('malformed_body'),
)

export type CreatePaymentBody = z.output<typeof createPaymentInput>

/** Names nested fields `customer.x` (1.8). */
export const droppedFields = (body: Record<string, unknown>): string[] => [
  ...unknownKeys(body, createPaymentInput.shape),
  ...(isPlainObject(body.customer)
    ? unknownKeys(body.customer, customerPrefill.shape).map((key) => `customer.${key}`)
    : []),
]

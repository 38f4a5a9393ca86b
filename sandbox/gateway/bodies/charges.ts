import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../src/contract/create-payment.ts'
import {
  broken,
  isA,
  metadataField,
  number,
  optional,
  optionalText,
  requiredText,
  shorterThan,
  text,
} from './fields.ts'

const chargeFields = {
  amount: number,
  currency_code: optionalText(
    z.string(isA('string')).regex(/^[A-Z]{3}$/, broken('alphabetic_currency')),
  ),
  external_reference: optionalText(shorterThan(GATEWAY_LIMITS.externalReferenceLength)),
  metadata: optional(metadataField),
}

/** Saved-card charge (4.12). */
export const chargeInput = z.object(chargeFields, broken('malformed_body'))

export type ChargeBody = z.output<typeof chargeInput>

/** Alias of the saved-card charge, with the card in the body (4.12). */
export const tokenChargeInput = z.object(
  { payment_token: requiredText(GATEWAY_LIMITS.externalReferenceLength), ...chargeFields },
  broken('malformed_body'),
)

const httpsUrl = (field: 'success_redirect_url' | 'failed_redirect_url') =>
  text.refine((value) => URL.parse(value)?.protocol === 'https:', broken(`${field}_invalid`))

/** Confirm (4.13). */
export const confirmInput = z.object(
  {
    amount: number,
    currency_code: z
      .string(isA('string'))
      .regex(/^([A-Z]{3}|\d{3})$/, broken('alphabetic_or_numeric_currency')),
    payment_token: requiredText(GATEWAY_LIMITS.externalReferenceLength),
    publishable_key: requiredText(GATEWAY_LIMITS.externalReferenceLength),
    external_reference: optionalText(shorterThan(GATEWAY_LIMITS.externalReferenceLength)),
    success_redirect_url: optionalText(httpsUrl('success_redirect_url')),
    failed_redirect_url: optionalText(httpsUrl('failed_redirect_url')),
    description: optionalText(shorterThan(GATEWAY_LIMITS.descriptionLength)),
    metadata: optional(metadataField),
  },
  broken('malformed_body'),
)

export type ConfirmBody = z.output<typeof confirmInput>

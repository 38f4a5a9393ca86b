import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../../src/contract/create-payment.ts'
import type { ErrorCode } from '../../../../src/contract/errors.ts'
import { decline, declineFields, redirectUrlInvalid, violation } from './errors.ts'
import type { ContractRoute } from './route.ts'
import {
  amount,
  externalReference,
  numericCurrency,
  requestedAmount,
  requestMetadata,
  transactionId,
  warnings,
} from './values.ts'

const redirectUrl = z.url({ protocol: /^https$/ }).regex(/^https:\/\//)

/** Section 4.13. */
const confirmBody = z
  .looseObject({
    amount: requestedAmount,
    currency_code: z
      .string()
      .regex(/^([A-Z]{3}|\d{3})$/)
      .meta({ description: 'Alphabetic or numeric ISO 4217 code.', example: 'HNL' }),
    payment_token: z
      .string()
      .regex(/^tok_./)
      .meta({ description: 'From the browser SDK; good for one confirm.' }),
    publishable_key: z
      .string()
      .regex(/^pk_./)
      .meta({ description: 'The one that the SDK was mounted with.' }),
    external_reference: externalReference.optional(),
    success_redirect_url: redirectUrl.optional().meta({
      description: 'HTTPS only, on this machine too. Used after a 3DS challenge.',
    }),
    failed_redirect_url: redirectUrl.optional().meta({
      description: 'HTTPS only. For a charge that failed after a challenge.',
    }),
    description: z.string().optional(),
    metadata: requestMetadata.optional(),
  })
  .meta({
    id: 'Confirm',
    example: {
      amount: 125.5,
      currency_code: 'HNL',
      payment_token: 'tok_3fTq81Lz',
      publishable_key: 'pk_test_example',
      external_reference: '1001',
    },
  })

const breakdownFigure = z.union([z.number(), z.string()])

/** Section 2.6. */
const confirmApproved = z
  .strictObject({
    status: z.literal('approved'),
    transaction_id: transactionId,
    transaction_details: z
      .looseObject({
        service_commission: breakdownFigure,
        isv: breakdownFigure,
        expected_settlement: breakdownFigure,
      })
      .meta({
        description:
          'Commercially sensitive: never for the cardholder. Further fields, and the types of these: not shown.',
      }),
    warnings: warnings.optional(),
  })
  .meta({
    id: 'ConfirmApproved',
    example: {
      status: 'approved',
      transaction_id: '9f0c2e5a-8a4e-4a53-9b1c-0f4f7d2f7c11',
      transaction_details: { service_commission: 5.52, isv: 0.83, expected_settlement: 119.15 },
    },
  })

/** Section 2.6. */
const confirmDeclined = z
  .strictObject({
    status: z.literal('declined'),
    ...declineFields,
    warnings: warnings.optional(),
  })
  .meta({
    id: 'ConfirmDeclined',
    example: {
      status: 'declined',
      IsoResponseCode: '05',
      Errors: [{ Code: '05', Message: 'Do not honor' }],
    },
  })

const AUTHENTICATION_REQUIRED = 'authentication_required' satisfies ErrorCode

const VALIDITY_MINUTES = GATEWAY_LIMITS.authenticationUrlValidityMs / 60_000

/** Section 4.13: no failure, despite its error code. */
const confirmPending = z
  .strictObject({
    status: z.literal('pending'),
    code: z.literal(AUTHENTICATION_REQUIRED),
    error_code: z.literal(AUTHENTICATION_REQUIRED).meta({
      description: 'There although nothing failed: branch on `status`.',
    }),
    error_message: z.string(),
    transaction_id: transactionId,
    amount,
    currency: numericCurrency,
    authentication_url: z.url().meta({
      description: `Signed; observed to work for ${VALIDITY_MINUTES} minutes. Send the customer there at once, visibly.`,
    }),
    warnings: warnings.optional(),
  })
  .meta({
    id: 'ConfirmPending',
    example: {
      status: 'pending',
      code: AUTHENTICATION_REQUIRED,
      error_code: AUTHENTICATION_REQUIRED,
      error_message: 'Localised text',
      transaction_id: '9f0c2e5a-8a4e-4a53-9b1c-0f4f7d2f7c11',
      amount: 125.5,
      currency: '340',
      authentication_url: 'https://pay.example/authenticate?expires=1795230000&signature=4f1c',
    },
  })

/** Section 4.13. */
const confirmOutcome = z
  .discriminatedUnion('status', [confirmApproved, confirmDeclined, confirmPending])
  .meta({ id: 'ConfirmOutcome' })

/** Section 4.13, embedded base. */
export const confirmRoutes: readonly ContractRoute[] = [
  {
    method: 'post',
    path: '/confirm',
    base: 'embed',
    operationId: 'confirm',
    tag: 'Embedded components',
    summary: 'Charge the card that a customer typed into the embedded fields',
    description:
      'Mode 2, from the backend. The body is checked before the token. Branch on `status`.',
    section: '4.13',
    body: { schema: confirmBody, required: true },
    answers: {
      '200': { description: 'The outcome (2.6).', bodies: [confirmOutcome] },
      '202': { description: 'The customer has to pass 3DS first.', bodies: [confirmPending] },
      '422': {
        description: 'A field or rule is violated, or the processor declines.',
        bodies: [violation('ConfirmViolation'), redirectUrlInvalid, decline],
      },
    },
  },
]

import { z } from 'zod'
import { decline, modeDisabled, notShown, violation } from '../errors.ts'
import {
  charge,
  chargeBody,
  listPaymentMethodsParameters,
  paymentMethodList,
  tokenChargeBody,
} from '../payment-methods.ts'
import type { ContractRoute, ResponseDescription } from '../route.ts'
import { paymentMethodId } from '../values.ts'

const aboutPaymentMethods = { base: 'v1', tag: 'Payment methods' } as const

const pathParameters = z.object({ payment_method_id: paymentMethodId })

const NOT_FOUND: ResponseDescription = {
  description: 'No such saved card for this merchant. Its code: not shown.',
  bodies: [notShown],
}

const chargeRefused = (
  key: 'payment_method_id' | 'payment_token',
  route: string,
): ResponseDescription => ({
  description:
    'A field or rule is violated (no `Idempotency-Key`, too), the processor declines, or mode 3A is off.',
  bodies: [violation(`${route}Violation`), decline, modeDisabled(`${route}ModeDisabled`, key)],
})

const CHARGE_NOT_SHOWN: ResponseDescription = {
  description:
    'A card that was revoked has an error of its own; its status and code, and what a used idempotency key leads to: not shown (4, 7).',
}

/** Sections 4.10 to 4.12 (mode 3A). */
export const paymentMethodRoutes: readonly ContractRoute[] = [
  {
    ...aboutPaymentMethods,
    method: 'get',
    path: '/payment-methods',
    operationId: 'listPaymentMethods',
    summary: "A customer's saved cards",
    description: 'Also shows whether mode 3A is enabled for the account.',
    section: '4.10',
    query: listPaymentMethodsParameters,
    answers: {
      '200': { description: 'The cards; none is an empty list.', bodies: [paymentMethodList] },
      '422': {
        description: 'Mode 3A is off. Without any customer field: not shown.',
        bodies: [
          modeDisabled('ListModeDisabled', 'customer'),
          violation('PaymentMethodFilterViolation'),
        ],
      },
    },
  },
  {
    ...aboutPaymentMethods,
    method: 'delete',
    path: '/payment-methods/{payment_method_id}',
    operationId: 'revokePaymentMethod',
    summary: 'Revoke a saved card',
    description: 'Works also when mode 3A is off.',
    section: '4.11',
    pathParameters,
    answers: { '200': { description: 'Revoked. Body: not shown.' }, '404': NOT_FOUND },
  },
  {
    ...aboutPaymentMethods,
    method: 'post',
    path: '/payment-methods/{payment_method_id}/charge',
    operationId: 'chargePaymentMethod',
    summary: 'Charge a saved card',
    description: 'Without the customer; never from a browser.',
    section: '4.12',
    pathParameters,
    idempotencyKey: 'mandatory',
    body: { schema: chargeBody, required: true },
    answers: {
      '201': { description: 'Charged (2.5).', bodies: [charge] },
      '404': NOT_FOUND,
      '422': chargeRefused('payment_method_id', 'Charge'),
      '4XX': CHARGE_NOT_SHOWN,
    },
  },
  {
    ...aboutPaymentMethods,
    method: 'post',
    path: '/payments/token-charge',
    operationId: 'chargePaymentToken',
    summary: 'Charge a saved card that is named in the body',
    description: 'The same as the charge of a saved card by its path.',
    section: '4.12',
    idempotencyKey: 'mandatory',
    body: { schema: tokenChargeBody, required: true },
    answers: {
      '200': { description: 'Charged (2.5).', bodies: [charge] },
      '422': chargeRefused('payment_token', 'TokenCharge'),
      '4XX': CHARGE_NOT_SHOWN,
    },
  },
]

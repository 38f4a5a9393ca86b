import { z } from 'zod'
import { createPaymentBody, listPaymentsParameters } from '../create-payment.ts'
import { paymentNotFoundError, violation } from '../errors.ts'
import { createdPayment, payment, paymentId, paymentPageBody } from '../payment.ts'
import type { ContractRoute } from '../route.ts'

/** Sections 4.2 to 4.4. */
export const paymentRouteDescriptions: readonly ContractRoute[] = [
  {
    method: 'get',
    path: '/payments',
    base: 'v1',
    operationId: 'listPayments',
    tag: 'Payments',
    summary: 'List payments',
    description: 'Those of the merchant and environment of the key, newest first.',
    section: '4.2',
    query: listPaymentsParameters,
    answers: {
      '200': { description: 'A page of payments (2.2).', bodies: [paymentPageBody] },
      '422': { description: 'A filter is not valid.', bodies: [violation('FilterViolation')] },
    },
  },
  {
    method: 'post',
    path: '/payments',
    base: 'v1',
    operationId: 'createPayment',
    tag: 'Payments',
    summary: 'Create a payment and its hosted checkout',
    description: 'Mode 1: send the customer to `checkout_url` of the answer.',
    section: '4.3',
    idempotencyKey: 'recommended',
    body: { schema: createPaymentBody, required: true },
    answers: {
      '201': { description: 'The payment (2.1).', bodies: [createdPayment] },
      '422': {
        description: 'A field or rule is violated.',
        bodies: [violation('CreationViolation')],
      },
      '4XX': {
        description: 'An idempotency key that was used before: behaviour not shown (4).',
      },
    },
  },
  {
    method: 'get',
    path: '/payments/{id}',
    base: 'v1',
    operationId: 'getPayment',
    tag: 'Payments',
    summary: 'Read a payment',
    description: 'With the key of the environment in which it was created.',
    section: '4.4',
    pathParameters: z.object({ id: paymentId }),
    answers: {
      '200': { description: 'The payment as it stands (2.1).', bodies: [payment] },
      '404': {
        description: 'There is no such payment for this key.',
        bodies: [paymentNotFoundError],
      },
    },
  },
]

import { confirmBody, confirmOutcome, confirmPending } from '../confirm.ts'
import { decline, redirectUrlInvalid, violation } from '../errors.ts'
import type { ContractRoute } from '../route.ts'

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

import { z } from 'zod'
import { receiptUnavailable, transactionNotFound, violation, voidInvalid } from '../errors.ts'
import { voidedPayment } from '../payment.ts'
import type { ContractRoute, ResponseDescription } from '../route.ts'
import { receiptBody, refundBody, voidBody } from '../transactions.ts'
import { transactionId } from '../values.ts'

const aboutTransaction = {
  base: 'v1',
  tag: 'Transactions',
  pathParameters: z.object({ transaction_id: transactionId }),
} as const

const NOT_FOUND: ResponseDescription = {
  description: 'No such transaction for this key, or the numeric id of a payment was given (4.5).',
  bodies: [transactionNotFound],
}

const RECEIPT_UNAVAILABLE: ResponseDescription = {
  description: 'The charge was only attempted. HTTP status: not shown (7).',
  bodies: [receiptUnavailable],
}

/** Sections 4.5 to 4.9: by transaction UUID, never by payment id. */
export const transactionRoutes: readonly ContractRoute[] = [
  {
    ...aboutTransaction,
    method: 'post',
    path: '/payments/{transaction_id}/void',
    operationId: 'voidTransaction',
    summary: 'Void a charge',
    description: 'Before settlement, the full amount. When refused as settled: refund.',
    section: '4.6',
    body: { schema: voidBody, required: false },
    answers: {
      '200': { description: 'The payment, voided.', bodies: [voidedPayment] },
      '404': NOT_FOUND,
      '422': {
        description: 'The charge cannot be voided, or the reason is too long.',
        bodies: [
          violation('VoidViolation', {
            void: 'Voided already, refunded already, not voidable, or settled.',
          }),
        ],
      },
      '4XX': {
        description: 'The charge was only attempted. HTTP status: not shown (7).',
        bodies: [voidInvalid],
      },
    },
  },
  {
    ...aboutTransaction,
    method: 'post',
    path: '/payments/{transaction_id}/refund',
    operationId: 'refundTransaction',
    summary: 'Refund a charge',
    description: 'After settlement, all or a part; charges of every mode.',
    section: '4.7',
    body: { schema: refundBody, required: true },
    answers: {
      '200': { description: 'Refunded. Body: not shown.' },
      '404': NOT_FOUND,
      '422': {
        description: 'The refund is refused.',
        bodies: [
          violation('RefundViolation', {
            amount: 'Below the minimum, or above what is left to refund.',
            refund: 'Voided, not refundable (perhaps not yet), or the processor refuses.',
          }),
        ],
      },
    },
  },
  {
    ...aboutTransaction,
    method: 'get',
    path: '/payments/{transaction_id}/receipt',
    operationId: 'getReceipt',
    summary: 'Where the receipt is',
    description: 'Still there after a void or refund.',
    section: '4.8',
    answers: {
      '200': { description: 'The receipt metadata (2.4).', bodies: [receiptBody] },
      '404': NOT_FOUND,
      '4XX': RECEIPT_UNAVAILABLE,
    },
  },
  {
    ...aboutTransaction,
    method: 'get',
    path: '/payments/{transaction_id}/receipt/download',
    operationId: 'downloadReceipt',
    summary: 'The receipt as a PDF',
    description: 'Still there after a void or refund.',
    section: '4.9',
    answers: {
      '200': { description: 'The receipt.', contentType: 'application/pdf' },
      '404': NOT_FOUND,
      '4XX': RECEIPT_UNAVAILABLE,
    },
  },
]

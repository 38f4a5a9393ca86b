import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../../src/contract/create-payment.ts'
import { coded, violation } from './errors.ts'
import { paymentId, voidedPayment } from './payment.ts'
import type { ContractRoute, ResponseDescription } from './route.ts'
import { requestedAmount, transactionId } from './values.ts'

/** Section 4.6. */
const voidBody = z
  .looseObject({
    reason: z.string().max(GATEWAY_LIMITS.voidReasonLength).optional().meta({
      description: 'Kept with the void.',
      example: 'Ordered twice',
    }),
  })
  .meta({ id: 'Void', example: { reason: 'Ordered twice' } })

/** Section 4.7. */
const refundBody = z
  .looseObject({
    amount: requestedAmount.meta({
      description: 'Decimal units, up to what is left to refund.',
      example: 25.5,
    }),
    reason: z.string().optional(),
  })
  .meta({ id: 'Refund', example: { amount: 25.5, reason: 'One cup was broken' } })

/** Section 2.4. */
const receiptBody = z
  .strictObject({
    payment_id: paymentId,
    transaction_id: transactionId,
    receipt_url: z.url().meta({ description: 'Public: whoever has it can open it.' }),
  })
  .meta({
    id: 'Receipt',
    example: {
      payment_id: 10452,
      transaction_id: '9f0c2e5a-8a4e-4a53-9b1c-0f4f7d2f7c11',
      receipt_url: 'https://pay.example/receipts/9f0c2e5a-8a4e-4a53-9b1c-0f4f7d2f7c11',
    },
  })

const aboutTransaction = {
  base: 'v1',
  tag: 'Transactions',
  pathParameters: z.object({ transaction_id: transactionId }),
} as const

const NOT_FOUND: ResponseDescription = {
  description: 'No such transaction for this key, or the numeric id of a payment was given (4.5).',
  bodies: [coded('TransactionNotFound', 'payment_not_found', 'transaction_id_expected')],
}

const RECEIPT_UNAVAILABLE: ResponseDescription = {
  description: 'The charge was only attempted. HTTP status: not shown (7).',
  bodies: [coded('ReceiptUnavailable', 'receipt_unavailable')],
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
        bodies: [coded('VoidInvalid', 'void_invalid')],
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

import { z } from 'zod'
import { GATEWAY_LIMITS } from '../../../../src/contract/create-payment.ts'
import { paymentId } from './payment.ts'
import { requestedAmount, transactionId } from './values.ts'

/** Section 4.6. */
export const voidBody = z
  .looseObject({
    reason: z.string().max(GATEWAY_LIMITS.voidReasonLength).optional().meta({
      description: 'Kept with the void.',
      example: 'Ordered twice',
    }),
  })
  .meta({ id: 'Void', example: { reason: 'Ordered twice' } })

/** Section 4.7. */
export const refundBody = z
  .looseObject({
    amount: requestedAmount.meta({
      description: 'Decimal units, up to what is left to refund.',
      example: 25.5,
    }),
    reason: z.string().optional(),
  })
  .meta({ id: 'Refund', example: { amount: 25.5, reason: 'One cup was broken' } })

/** Section 2.4. */
export const receiptBody = z
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

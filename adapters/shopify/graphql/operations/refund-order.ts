import { z } from 'zod'
import { operation, payloadField } from './operation.ts'

/** Without line items: restocks nothing, recalculates no tax. */
export const refundInput = z.object({
  orderId: z.string(),
  note: z.string(),
  notify: z.boolean(),
  currency: z.string(),
  transactions: z.array(
    z.object({
      orderId: z.string(),
      /** Refunded sale or capture. */
      parentId: z.string(),
      kind: z.literal('REFUND'),
      gateway: z.string(),
      amount: z.string(),
    }),
  ),
})

export type RefundInput = z.output<typeof refundInput>

/** Store `key` before sending: Shopify dedupes by it. */
export const refundOrderMutation = operation<{ input: RefundInput; key: string }>('admin')(
  `mutation Refund($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) {
    refund { id }
    userErrors { field message }
  }
}`,
  payloadField('refundCreate', 'refund', z.object({ id: z.string() })),
)

import { z } from 'zod'
import { operation } from './operation.ts'

/** Money alone: no line items, so nothing is restocked and no tax is worked out again. */
export const refundInput = z.object({
  orderId: z.string(),
  note: z.string(),
  notify: z.boolean(),
  currency: z.string(),
  transactions: z.array(
    z.object({
      orderId: z.string(),
      /** The sale or capture that is refunded. */
      parentId: z.string(),
      kind: z.literal('REFUND'),
      gateway: z.string(),
      amount: z.string(),
    }),
  ),
})

export type RefundInput = z.output<typeof refundInput>

/** `key`: kept before it is sent; the same one is the same refund. */
export const refundOrder = operation<{ input: RefundInput; key: string }>('admin')(
  `mutation Refund($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) {
    refund { id }
    userErrors { field message }
  }
}`,
  z
    .object({ refundCreate: z.object({ refund: z.object({ id: z.string() }).nullish() }) })
    .transform(({ refundCreate: { refund } }) => refund ?? null),
)

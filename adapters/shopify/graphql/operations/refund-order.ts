import { z } from 'zod'
import { BAG, moneyBag } from './money-bag.ts'
import { operation } from './operation.ts'
import { REFUND_FIELDS, refund } from './transaction.ts'

/** Money alone: no line items, so nothing is restocked and no tax is worked out again. */
export type RefundInput = {
  orderId: string
  note: string
  notify: boolean
  currency: string
  transactions: {
    orderId: string
    /** The sale or capture that is given back. */
    parentId: string
    kind: 'REFUND'
    gateway: string
    amount: string
  }[]
}

/** `key`: kept before it is sent; the same one is the same refund. */
export const refundOrder = operation<{ input: RefundInput; key: string }>('admin')(
  `mutation Refund($input: RefundInput!, $key: String!) {
  refundCreate(input: $input) @idempotent(key: $key) {
    refund { ${REFUND_FIELDS} }
    order { id displayFinancialStatus totalRefundedSet { ...Bag } }
    userErrors { field message }
  }
}${BAG}`,
  z
    .object({
      refundCreate: z.object({
        refund: refund.nullish(),
        order: z
          .object({
            id: z.string(),
            displayFinancialStatus: z.string().nullish(),
            totalRefundedSet: moneyBag,
          })
          .nullish(),
      }),
    })
    .transform(({ refundCreate }) => ({
      refund: refundCreate.refund ?? null,
      order: refundCreate.order ?? null,
    })),
)

import type { z } from 'zod'
import type { amountFields, createdFields } from '../operator/list-schemas.ts'

type AmountAndTime = z.output<z.ZodObject<typeof amountFields & typeof createdFields>>

/** Maps filters of orders, payments and refunds to the database's. */
export const amountAndTime = (query: AmountAndTime) => ({
  amount: {
    currency: query.currency,
    fromMinor: query.amount_minor_from,
    toMinor: query.amount_minor_to,
  },
  created: { from: query.created_from, to: query.created_to },
})

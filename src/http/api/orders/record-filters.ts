import type { z } from 'zod'
import type { amountFields, createdFields } from '../operator/list-schemas.ts'

type AmountAndTime = z.output<z.ZodObject<typeof amountFields & typeof createdFields>>

/** Maps the filters of orders, payments and refunds to those of the database. */
export const amountAndTime = (query: AmountAndTime) => ({
  amount: {
    currency: query.currency,
    fromMinor: query.amount_minor_from,
    toMinor: query.amount_minor_to,
  },
  created: { from: query.created_from, to: query.created_to },
})

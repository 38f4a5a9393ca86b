import { z } from 'zod'
import { problemDetails } from '../../runtime/http/problem.ts'
import { orderView } from '../../wire/order-view.ts'

export const problemDocument = problemDetails
  .extend({
    order: orderView.optional().describe('Current order of a refused checkout.'),
    pay_url: z
      .string()
      .optional()
      .describe(
        'Pay link of a refused checkout. It leads to the checkout once the gateway can create one.',
      ),
  })
  .meta({ id: 'Problem' })

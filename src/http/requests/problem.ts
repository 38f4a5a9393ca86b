import { z } from 'zod'
import { problemDetails } from '../../runtime/http/problem.ts'
import { orderView } from '../../wire/order-view.ts'

export const problemDocument = problemDetails
  .extend({
    order: orderView.optional().describe('Of a refused checkout: the order as it stands now.'),
    pay_url: z
      .string()
      .optional()
      .describe(
        'Of a refused checkout: the link of the order. It leads to its checkout as soon as the gateway makes one.',
      ),
  })
  .meta({ id: 'Problem' })

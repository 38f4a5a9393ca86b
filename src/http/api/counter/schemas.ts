import { z } from 'zod'
import { TEXTS } from '../../../locales/texts.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { amountError } from '../checkouts/schemas.ts'
import { counterName } from '../payment-requests/schemas.ts'

const itemFields = {
  name: plainText(60).meta({ example: 'Café de altura' }),
  price: z.string({ error: amountError }).meta({ example: '45.00' }),
  currency: z.string().meta({ example: 'HNL' }),
}

export const newCounterItem = z.strictObject(itemFields).meta({
  id: 'NewCounterItem',
  example: { name: 'Café de altura', price: '45.00', currency: 'HNL' },
})

export const counterItem = z
  .object({ id: z.string().meta({ example: 'itm_01kadq2v7w8x9y0z1a2b3c4d5e' }), ...itemFields })
  .meta({ id: 'CounterItem' })

export const counterItemList = z.object({ data: z.array(counterItem) }).meta({ id: 'CounterItems' })

export const takingsQuery = z.strictObject({
  day: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, TEXTS.en.validation.day)
    .optional()
    .meta({
      description: 'Honduras day. Defaults to today.',
      example: '2026-05-04',
    }),
  counter: counterName.optional().meta({
    description: 'Name of a counter. Defaults to all counters of the store.',
    example: 'Counter 1',
  }),
})

export const takings = z
  .object({
    day: z.string().meta({ description: 'Honduras day.', example: '2026-05-04' }),
    counter: z.string().nullable(),
    data: z.array(
      z.object({
        currency: z.string().meta({ example: 'HNL' }),
        payments: z.int().meta({
          description: 'Number of charges at the gateway, including those refunded later.',
        }),
        paid: z
          .string()
          .meta({ description: 'Sum of these charges, with tips and fees.', example: '1250.00' }),
        tips: z.string().meta({ description: 'Tips in `paid`.', example: '125.00' }),
        other_payments: z
          .int()
          .meta({ description: 'Number of requests paid without the gateway.' }),
        paid_otherwise: z
          .string()
          .meta({ description: 'Sum of these requests.', example: '80.00' }),
      }),
    ),
  })
  .meta({ id: 'CounterTakings' })

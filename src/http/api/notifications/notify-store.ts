import { z } from 'zod'
import { formatMoney, moneyFromMinor } from '../../../domain/money.ts'
import { notifyOfDisagreements } from '../../../payments/notifications/notify-of-disagreements.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { byStore } from '../operator/locate.ts'

const report = z
  .object({
    dry: z.boolean(),
    orders: z.int().meta({ description: 'Number of orders to notify.' }),
    money: z.array(z.object({ amount: z.string(), currency: z.string() })).meta({
      description: 'Total of these orders, by currency.',
      example: [{ amount: '125.50', currency: 'HNL' }],
    }),
    unpaid: z.int().meta({
      description: 'Number of unpaid orders, of which there is nothing to notify.',
    }),
    notified: z.int().meta({ description: 'Number of orders notified, 0 for a dry run.' }),
    more: z
      .boolean()
      .meta({ description: 'Whether more orders match. Repeat the request to notify them.' }),
  })
  .meta({ id: 'NotifyReport' })

export const notifyStoreOfOrders = defineLocatedRoute({
  method: 'post',
  path: '/operator/v1/stores/{id}/orders/notify',
  operationId: 'notifyStoreOfOrders',
  tag: 'Orders',
  scope: 'checkout',
  locate: byStore,
  summary:
    "Notify a store again of all orders whose status there differs from the gateway's (`store_disagrees`), or count them",
  body: z
    .strictObject({
      dry: z.boolean().default(true).meta({
        description: 'Counts the orders without notifying the store. `false` notifies it.',
      }),
    })
    .meta({ id: 'NotifyStore', example: { dry: true } }),
  isUnaudited: ({ dry }) => dry,
  answers: { 200: { description: 'The orders to notify', schema: report } },
  problems: { 404: "No such store in the person's organizations", 422: 'The body is not valid' },
  handle: async ({ ctx, store, body: { dry } }) => {
    const occasion = dry ? undefined : ctx.ids.next('asked')
    const found = await notifyOfDisagreements(ctx, store, { occasion })
    if (found.notified > 0) ctx.signals.send(WORK_SIGNAL)
    const { minorByCurrency, ...counts } = found
    const money = [...minorByCurrency].map(([currency, minor]) => ({
      amount: formatMoney(moneyFromMinor(minor, currency)),
      currency,
    }))
    return { status: 200, body: { dry, ...counts, money } satisfies z.input<typeof report> }
  },
})

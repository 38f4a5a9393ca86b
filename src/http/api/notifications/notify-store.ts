import { z } from 'zod'
import { StoreId } from '../../../domain/ids.ts'
import { formatMoney, moneyFromMinor } from '../../../domain/money.ts'
import { notifyOfDisagreements } from '../../../payments/notifications/notify-of-disagreements.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { byStore } from '../operator/locate.ts'
import { defineOperatorRoute, type OperatorRoute } from '../route.ts'

const report = z
  .object({
    dry: z.boolean(),
    orders: z.int().meta({ description: 'Of which the store is or would be notified.' }),
    money: z.array(z.object({ amount: z.string(), currency: z.string() })).meta({
      description: 'What these orders amount to.',
      example: [{ amount: '125.50', currency: 'HNL' }],
    }),
    unpaid: z.int().meta({
      description: 'Orders of which there is nothing to notify: nothing was paid for them.',
    }),
    notified: z.int().meta({ description: '0 of a dry run.' }),
    more: z.boolean().meta({ description: 'Some were left: ask again.' }),
  })
  .meta({ id: 'NotifyReport' })

const notifyStoreOfOrders = defineOperatorRoute({
  method: 'post',
  path: '/operator/v1/stores/{id}/orders/notify',
  operationId: 'notifyStoreOfOrders',
  tag: 'Orders',
  scope: 'checkout',
  locate: byStore,
  summary:
    'Notify a store again of all orders that differ from the gateway (`store_disagrees`), or count them',
  body: z
    .strictObject({
      dry: z.boolean().default(true).meta({
        description:
          'Say what the store would be notified of, and do nothing. Only `false` does it.',
      }),
    })
    .meta({ id: 'NotifyStore', example: { dry: true } }),
  isUnaudited: ({ dry }) => dry,
  answers: { 200: { description: 'What the store is or would be notified of', schema: report } },
  problems: { 404: 'The person has no such store', 422: 'The body is not valid' },
  handle: async ({ ctx, id, body: { dry }, accessTo }) => {
    const access = await accessTo(StoreId.parse(id))
    if (access.outcome === 'refused') return access.answer
    const occasion = dry ? undefined : ctx.ids.next('asked')
    const found = await notifyOfDisagreements(ctx, access.store, { occasion })
    if (found.notified > 0) ctx.signals.send(WORK_SIGNAL)
    const { minorByCurrency, ...counts } = found
    const money = [...minorByCurrency].map(([currency, minor]) => ({
      amount: formatMoney(moneyFromMinor(minor, currency)),
      currency,
    }))
    return { status: 200, body: { dry, ...counts, money } satisfies z.input<typeof report> }
  },
})

export const notifyStoreRoutes: readonly OperatorRoute[] = [notifyStoreOfOrders]

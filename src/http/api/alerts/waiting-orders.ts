import { z } from 'zod'
import { alertsByIds, openAlertsOfStores } from '../../../db/alerts/alerts-of-stores.ts'
import { ordersThatWait } from '../../../db/orders/orders-of-outages.ts'
import { outageOf } from '../../../texts/alerts/extent.ts'
import { defineList } from '../operator/lists.ts'
import { orderOfStore, viewsOfOrdersOfStores } from '../orders/order-of-store.ts'

const OUTAGES = ['gateway_unreachable', 'shop_unreachable', 'shop_paused'] as const
/** One alert of a kind for each store. */
const MOST_ALERTS = 5_000

/** Lists the orders that an alert group of an outage counts. */
export const listWaitingOrders = defineList({
  list: 'waiting_orders',
  path: '/operator/v1/waiting-orders',
  operationId: 'listWaitingOrders',
  tag: 'Alerts',
  summary: 'List the orders that wait for the end of an outage with an open alert, newest first',
  filters: { kind: z.enum(OUTAGES).describe('Kind of the alert.') },
  row: orderOfStore,
  id: 'WaitingOrders',
  description: 'A page of orders',
  read: async ({ ctx, query: { kind } }, { storeIds, before, limit }) => {
    const { query } = ctx.db
    const open = await openAlertsOfStores(query, { storeIds, kind, limit: MOST_ALERTS })
    const alerts = await alertsByIds(
      query,
      open.map(({ id }) => id),
    )
    const outage = alerts.length > 0 ? outageOf(kind, alerts, ctx.clock.now()) : undefined
    if (!outage) return { data: [], next: undefined }
    const rows = await ordersThatWait(query, outage, { before, limit: limit + 1 })
    const page = rows.slice(0, limit)
    const next = rows.length > limit ? page.at(-1)?.id : undefined
    return { data: await viewsOfOrdersOfStores(ctx, query, page), next }
  },
})

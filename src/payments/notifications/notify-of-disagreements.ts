import { openAlertsOfStores } from '../../db/alerts/alerts-of-stores.ts'
import type { StoreRow } from '../../db/db.ts'
import { ordersByIds } from '../../db/orders/orders.ts'
import { paymentsOfOrders } from '../../db/payments/payments.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { notifyOrderAgain, tasksToNotifyAgain } from './notify-again.ts'

const DISAGREEMENTS_AT_ONCE = 500

export interface Disagreements {
  orders: number
  minorByCurrency: ReadonlyMap<string, bigint>
  unpaid: number
  notified: number
  more: boolean
}

/**
 * Notifies a store again of each order with an open `store_disagrees` alert. Without an occasion,
 * only counts.
 */
export const notifyOfDisagreements = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { occasion }: { occasion: string | undefined },
): Promise<Disagreements> => {
  const { query } = ctx.db
  const alerts = await openAlertsOfStores(query, {
    storeIds: [store.id],
    kind: 'store_disagrees',
    limit: DISAGREEMENTS_AT_ONCE + 1,
  })
  const ids = alerts.slice(0, DISAGREEMENTS_AT_ONCE).flatMap(({ order_id: id }) => id ?? [])
  const orders = [...(await ordersByIds(query, ids)).values()]
  const payments = await paymentsOfOrders(query, ids)
  const when = { again: { occasion: 'dry', isNew: true }, now: ctx.clock.now() }
  const notifiable = orders.filter(
    (order) =>
      tasksToNotifyAgain({ order, payments: payments.get(order.id) ?? [] }, when).length > 0,
  )
  const minorByCurrency = new Map<string, bigint>()
  for (const { currency, amount_minor: minor } of notifiable) {
    minorByCurrency.set(currency, (minorByCurrency.get(currency) ?? 0n) + minor)
  }
  let notified = 0
  if (occasion !== undefined) {
    for (const { external_id: orderExternalId } of notifiable) {
      if (await notifyOrderAgain(ctx, store, { orderExternalId, occasion })) notified += 1
    }
  }
  return {
    orders: notifiable.length,
    minorByCurrency,
    unpaid: orders.length - notifiable.length,
    notified,
    more: alerts.length > DISAGREEMENTS_AT_ONCE,
  }
}

import { getOrder } from '../../db/orders/orders.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { OrderId } from '../../domain/ids.ts'
import { isOrderOpen } from '../../domain/order-status.ts'
import { withOrderLease } from '../notifications/order-lease.ts'
import { storefrontOfOrder } from '../orders/made-at-puente.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { outcomeOfDelivery, type TaskOutcome } from '../ports/task-outcome.ts'
import { payUrlOf } from './pay-link.ts'

/** Sends the store the pay link of an order imported from it. */
export const offerPayLink = async (
  ctx: PaymentsContext,
  { orderId }: { orderId: OrderId },
): Promise<TaskOutcome> => {
  const { query } = ctx.db
  const found = await getOrder(query, orderId)
  const store = await findStore(query, found.store_id)
  const storefront = store && storefrontOfOrder(ctx, { order: found, store })
  const offer = storefront?.offerPayLink
  if (!offer) return { outcome: 'done', note: 'no-such-store' }
  return withOrderLease(ctx, { storefront, orderId }, async () => {
    const order = await getOrder(query, orderId)
    return isOrderOpen(order)
      ? outcomeOfDelivery(await offer(order.external_id, payUrlOf(ctx, order)))
      : { outcome: 'done', note: 'left-out' }
  })
}

import { getOrder } from '../../db/orders.ts'
import { findStore } from '../../db/stores.ts'
import type { OrderId } from '../../domain/ids.ts'
import { inTurn } from '../notifications/notify-in-turn.ts'
import { isOpen } from '../orders/rules/is-open.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { outcomeAtStore, type TaskOutcome } from '../ports/task-outcome.ts'
import { payUrlOf } from './pay-link.ts'

/** Sends the store the pay link of an order imported from it. */
export const offerPayLink = async (
  ctx: PaymentsContext,
  { orderId }: { orderId: OrderId },
): Promise<TaskOutcome> => {
  const { query } = ctx.db
  const store = await findStore(query, (await getOrder(query, orderId)).store_id)
  const storefront = store && ctx.storefrontOf(store)
  const offer = storefront?.offerPayLink
  if (!offer) return { outcome: 'done', note: 'no-such-store' }
  return inTurn(ctx, { storefront, orderId }, async () => {
    const order = await getOrder(query, orderId)
    return isOpen(order)
      ? outcomeAtStore(await offer(order.external_id, payUrlOf(ctx, order)))
      : { outcome: 'done', note: 'left-out' }
  })
}

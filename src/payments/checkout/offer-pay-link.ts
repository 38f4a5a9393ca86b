import { getOrder } from '../../db/orders.ts'
import { findStore } from '../../db/stores.ts'
import type { OrderId } from '../../domain/ids.ts'
import { inTurn } from '../notifications/notify-in-turn.ts'
import { isOpen } from '../orders/rules/is-open.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { Storefront } from '../ports/storefront.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
import { payUrlOf } from './pay-link.ts'

/** Hands the pay link of an order that was found at its store to that store. */
export const offerPayLink = async (
  ctx: PaymentsContext,
  { orderId }: { orderId: OrderId },
): Promise<TaskOutcome> => {
  const order = await getOrder(ctx.db.query, orderId)
  const store = await findStore(ctx.db.query, order.store_id)
  const storefront = store && ctx.storefrontOf(store)
  if (!storefront?.offerPayLink) return { outcome: 'done', note: 'no-such-store' }
  return inTurn(ctx, { storefront, orderId }, () => offer(ctx, storefront, orderId))
}

const offer = async (
  ctx: PaymentsContext,
  { offerPayLink: offerTo }: Storefront,
  orderId: OrderId,
): Promise<TaskOutcome> => {
  const order = await getOrder(ctx.db.query, orderId)
  if (!offerTo || !isOpen(order)) return { outcome: 'done', note: 'left-out' }
  const offered = await offerTo(order.external_id, payUrlOf(ctx, order))
  switch (offered.outcome) {
    case 'told':
      return { outcome: 'done' }
    case 'nobody-to-tell':
    case 'cancelled-at-store':
      return { outcome: 'done', note: offered.outcome }
    case 'not-told':
      return { ...offered, outcome: 'failed' }
  }
}

import type { StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { opening } from '../alerts/alerts.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { aboutHeld, changeAlerts, updateOrder } from './change-held.ts'
import { decideOrder } from './held-order.ts'
import { mayBeSameOrder } from './rules/same-order.ts'

/**
 * Detects a reused order id (a store restored from backup) by its fingerprint. Returns `another`
 * and opens an alert: payments of the known order do not pay this one. A known order without a
 * fingerprint adopts the first.
 */
export const recogniseOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { externalId, number, fingerprint }: CheckoutRequest,
): Promise<'same' | 'another'> => {
  const known = fingerprint && (await findOrderOfStore(ctx.db.query, store.id, externalId))
  if (!known) return 'same'
  return decideOrder(ctx, known.id, (held) => {
    const { order } = held
    if (!mayBeSameOrder(order, { fingerprint })) {
      const said = { number: number ?? order.number, known: order.status }
      const details = { order: order.external_id, ...said }
      changeAlerts(held, opening({ ...aboutHeld(held, 'order_id_reused'), details }))
      return 'another'
    }
    const { updated_at } = order
    if (order.fingerprint === null) updateOrder(held, { fingerprint, updated_at })
    return 'same'
  })
}

import type { StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders.ts'
import { opening } from '../alerts/alerts.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { aboutHeld, changeAlerts, updateOrder } from './change-held.ts'
import { decideOrder } from './held-order.ts'
import { mayBeSameOrder } from './rules/same-order.ts'

/**
 * Whether an order that is to be paid is the one that is known by its id, or is new; what another
 * order of that id was paid with pays nothing of it, and a person has to look. One that is known
 * without a fingerprint takes the first that comes.
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
      // The store has another order of this id by now.
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

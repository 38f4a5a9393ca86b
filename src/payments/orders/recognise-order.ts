import type { DbQuery, OrderRow, StoreRow } from '../../db/db.ts'
import { findOrderOfStore, lockOrder, updateOrder } from '../../db/orders.ts'
import { openAlert } from '../alerts/alerts.ts'
import type { CheckoutRequest } from '../ports/checkout-request.ts'
import type { PaymentsContext } from '../ports/context.ts'
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
  return ctx.db.query.transaction().execute(async (trx) => {
    const order = await lockOrder(trx, known.id)
    const now = ctx.clock.now()
    if (!mayBeSameOrder(order, { fingerprint })) {
      await noteIdReused(trx, { order, newNumber: number, now })
      return 'another'
    }
    if (order.fingerprint === null) await updateOrder(trx, order.id, { fingerprint })
    return 'same'
  })
}

/** The store has another order of this id by now. */
const noteIdReused = (
  trx: DbQuery,
  { order, newNumber, now }: { order: OrderRow; newNumber: string | null; now: Date },
): Promise<void> =>
  openAlert(trx, {
    kind: 'order_id_reused',
    storeId: order.store_id,
    orderId: order.id,
    subject: order.id,
    now,
    details: { order: order.external_id, number: newNumber ?? order.number, known: order.status },
  })

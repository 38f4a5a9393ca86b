import type { StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders.ts'
import { payUrlOf } from '../../payments/checkout/pay-link.ts'
import { viewOfOrder } from '../../payments/orders/order-view.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import type { Problem } from '../../runtime/http/problem.ts'
import { type Answer, refuse } from './route.ts'

/** A refusal that says with it how its order stands, and where it can be paid all the same. */
export const refuseWithOrder = async (
  ctx: PaymentsContext,
  { store, externalId }: { store: StoreRow; externalId: string },
  { document, headers }: { document: Problem; headers?: Record<string, string> | undefined },
): Promise<Answer> => {
  const order = await findOrderOfStore(ctx.db.query, store.id, externalId)
  const known = order ? { order: viewOfOrder(order), pay_url: payUrlOf(ctx, order) } : {}
  return refuse({ ...document, ...known }, headers)
}

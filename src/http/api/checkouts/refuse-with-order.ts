import type { StoreRow } from '../../../db/db.ts'
import { findOrderOfStore } from '../../../db/orders/orders.ts'
import { payUrlOf } from '../../../payments/checkout/pay-link.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import type { Problem } from '../../../runtime/http/problem.ts'
import { viewOfOrder } from '../../../wire/order-view.ts'
import { type Answer, refuse } from '../route.ts'

/** Refuses a request with the order and its pay link, which may still work. */
export const refuseWithOrder = async (
  ctx: PaymentsContext,
  { store, externalId }: { store: StoreRow; externalId: string },
  { document, headers }: { document: Problem; headers?: Record<string, string> | undefined },
): Promise<Answer> => {
  const order = await findOrderOfStore(ctx.db.query, store.id, externalId)
  const known = order ? { order: viewOfOrder(order), pay_url: payUrlOf(ctx, order) } : {}
  return refuse({ ...document, ...known }, headers)
}

import type { StoreRow } from '../../db/db.ts'
import { findOrderOfStore, getOrder } from '../../db/orders/orders.ts'
import { paymentsOfOrder } from '../../db/payments/payments.ts'
import { answerForPaidOrder, type PaidAnswer } from '../orders/charges/paid-answer.ts'
import { unresolvedCharge } from '../orders/rules/charges/unresolved-charge.ts'
import type { PaymentsContext } from '../ports/context.ts'
import { resolveCharge } from './find-out-charge.ts'

export type OrderFoundOut =
  | PaidAnswer
  | { outcome: 'charge-unresolved' }
  /** A request to charge it may be in flight. */
  | { outcome: 'not-charged' }

/** Resolves whether an order was charged. Creates nothing payable. */
export const resolveOrder = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalId }: { orderExternalId: string },
): Promise<OrderFoundOut> => {
  const { query } = ctx.db
  const known = await findOrderOfStore(query, store.id, orderExternalId)
  if (!known) return { outcome: 'not-charged' }
  const charge = unresolvedCharge(await paymentsOfOrder(query, known.id))
  if (charge) await resolveCharge(ctx, { store, payment: charge })
  const order = await getOrder(query, known.id)
  const payments = await paymentsOfOrder(query, known.id)
  const paid = answerForPaidOrder({ order, payments })
  if (paid) return paid
  return { outcome: unresolvedCharge(payments) ? 'charge-unresolved' : 'not-charged' }
}

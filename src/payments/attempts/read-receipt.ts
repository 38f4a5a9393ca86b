import type { StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders.ts'
import { findPayment } from '../../db/payments.ts'
import type { OrderId, PaymentId } from '../../domain/ids.ts'
import type { ReceiptOutcome, ReceiptPdfOutcome } from '../../gateway/receipts.ts'
import type { PaymentsContext } from '../ports/context.ts'

type Missing =
  | { outcome: 'no-such-order' }
  | { outcome: 'no-such-payment' }
  | { outcome: 'not-charged' }

/** A charge of an order by our id of its payment; without one, the charge that is the effective payment. */
export interface WhichReceipt {
  orderExternalId: string
  paymentId?: PaymentId | undefined
}

/**
 * The gateway's receipt of a charge (`gateway-api.md` 4.8, 4.9). Receipts survive a void and a
 * refund.
 */
export const readReceipt = async (
  ctx: PaymentsContext,
  store: StoreRow,
  which: WhichReceipt,
): Promise<ReceiptOutcome | Missing> => {
  const charge = await chargeOf(ctx, store, which)
  return 'outcome' in charge
    ? charge
    : ctx.gatewayOf(store, charge.orderId).getReceipt(charge.transactionId)
}

/** The same as a PDF, streamed as it comes. */
export const openReceiptPdf = async (
  ctx: PaymentsContext,
  store: StoreRow,
  which: WhichReceipt,
): Promise<ReceiptPdfOutcome | Missing> => {
  const charge = await chargeOf(ctx, store, which)
  return 'outcome' in charge
    ? charge
    : ctx.gatewayOf(store, charge.orderId).openReceiptPdf(charge.transactionId)
}

const chargeOf = async (
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalId, paymentId }: WhichReceipt,
): Promise<Missing | { orderId: OrderId; transactionId: string }> => {
  const order = await findOrderOfStore(ctx.db.query, store.id, orderExternalId)
  if (!order) return { outcome: 'no-such-order' }
  const wanted = paymentId ?? order.current_payment_id
  const payment = wanted ? await findPayment(ctx.db.query, wanted) : undefined
  if (paymentId && payment?.order_id !== order.id) return { outcome: 'no-such-payment' }
  return payment?.transaction_id
    ? { orderId: order.id, transactionId: payment.transaction_id }
    : { outcome: 'not-charged' }
}

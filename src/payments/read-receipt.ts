import type { ReceiptOutcome, ReceiptPdfOutcome } from '../gateway/receipts.ts'
import type { StoreRow } from '../ledger/ledger.ts'
import { findOrderOfStore } from '../ledger/orders.ts'
import { findPayment } from '../ledger/payments.ts'
import type { PaymentsContext } from './context.ts'

type Missing = { outcome: 'no-such-order' } | { outcome: 'not-charged' }

/**
 * The gateway's receipt of an order (`gateway-api.md` 4.8, 4.9): of the charge that speaks for it.
 * Receipts survive a void and a refund.
 */
export const readReceipt = async (
  ctx: PaymentsContext,
  store: StoreRow,
  orderExternalId: string,
): Promise<ReceiptOutcome | Missing> => {
  const charge = await chargeOf(ctx, store, orderExternalId)
  return 'outcome' in charge
    ? charge
    : ctx.gatewayOf(store, charge.orderId).getReceipt(charge.transactionId)
}

/** The same as a PDF, streamed as it comes. */
export const openReceiptPdf = async (
  ctx: PaymentsContext,
  store: StoreRow,
  orderExternalId: string,
): Promise<ReceiptPdfOutcome | Missing> => {
  const charge = await chargeOf(ctx, store, orderExternalId)
  return 'outcome' in charge
    ? charge
    : ctx.gatewayOf(store, charge.orderId).openReceiptPdf(charge.transactionId)
}

const chargeOf = async (
  ctx: PaymentsContext,
  store: StoreRow,
  orderExternalId: string,
): Promise<Missing | { orderId: string; transactionId: string }> => {
  const order = await findOrderOfStore(ctx.ledger.query, store.id, orderExternalId)
  if (!order) return { outcome: 'no-such-order' }
  const payment = order.current_payment_id
    ? await findPayment(ctx.ledger.query, order.current_payment_id)
    : undefined
  return payment?.transaction_id
    ? { orderId: order.id, transactionId: payment.transaction_id }
    : { outcome: 'not-charged' }
}

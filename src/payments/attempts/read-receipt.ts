import type { StoreRow } from '../../db/db.ts'
import { findOrderOfStore } from '../../db/orders/orders.ts'
import { findPayment } from '../../db/payments/payments.ts'
import type { PaymentId } from '../../domain/ids.ts'
import type { Gateway } from '../../gateway/client.ts'
import type { ReceiptOutcome, ReceiptPdfOutcome } from '../../gateway/receipts.ts'
import type { Language } from '../../locales/language.ts'
import type { PaymentsContext } from '../ports/context.ts'

interface Missing {
  outcome: 'no-such-order' | 'no-such-payment' | 'not-charged'
}

/** Default: the effective payment. */
export interface WhichReceipt {
  orderExternalId: string
  paymentId?: PaymentId | undefined
  /** The reader's; default: the order's. */
  language?: Language | undefined
}

/** Reads a charge's receipt (`gateway-api.md` 4.8). Receipts survive voids and refunds. */
export const readReceipt = (
  ctx: PaymentsContext,
  store: StoreRow,
  which: WhichReceipt,
): Promise<ReceiptOutcome | Missing> =>
  requestForCharge(ctx, store, which, (gateway, { transactionId }) =>
    gateway.getReceipt(transactionId),
  )

/**
 * Streams the PDF (4.9), requested in the reader's language. The contract does not show whether a
 * receipt follows it.
 */
export const openReceiptPdf = (
  ctx: PaymentsContext,
  store: StoreRow,
  which: WhichReceipt,
): Promise<ReceiptPdfOutcome | Missing> =>
  requestForCharge(ctx, store, which, (gateway, { transactionId, language }) =>
    gateway.openReceiptPdf(transactionId, language),
  )

const requestForCharge = async <Outcome>(
  ctx: PaymentsContext,
  store: StoreRow,
  { orderExternalId, paymentId, language }: WhichReceipt,
  request: (
    gateway: Gateway,
    charge: { transactionId: string; language: Language },
  ) => Promise<Outcome>,
): Promise<Outcome | Missing> => {
  const order = await findOrderOfStore(ctx.db.query, store.id, orderExternalId)
  if (!order) return { outcome: 'no-such-order' }
  const chosenId = paymentId ?? order.current_payment_id
  const payment = chosenId ? await findPayment(ctx.db.query, chosenId) : undefined
  if (paymentId && payment?.order_id !== order.id) return { outcome: 'no-such-payment' }
  return payment?.transaction_id
    ? request(ctx.gatewayOf(store, order.id), {
        transactionId: payment.transaction_id,
        language: language ?? order.locale,
      })
    : { outcome: 'not-charged' }
}

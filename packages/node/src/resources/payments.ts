import type { Call, CallOptions } from '../call/caller.ts'
import { rowsOf } from '../call/pages.ts'
import type {
  CheckoutRequest,
  ConfirmRequest,
  ListOrdersQuery,
  ListPaymentLinksQuery,
  ListPaymentRequestsQuery,
  ListSavedCardsQuery,
  NewPaymentLink,
  NewPaymentRequest,
  PaidOtherwise,
  PaymentLinkChanges,
  ReadOrderQuery,
  ReadReceiptPdfQuery,
  ReadReceiptQuery,
  RefundCancellation,
  RefundRequest,
  RefundResolution,
} from '../generated/merchant-api.ts'

/** Checkouts, payment links, orders, refunds and saved cards. */
export const paymentResources = (call: Call) => ({
  checkouts: {
    /** Makes an order payable, or charges a saved card. Repeating it is safe: an order has one checkout. */
    create: (body: CheckoutRequest, options?: CallOptions) =>
      call('createCheckout', { body }, options),
  },

  paymentLinks: {
    /** Creates a link for any number of customers; each payment creates an order. */
    create: (body: NewPaymentLink, options?: CallOptions) =>
      call('createPaymentLink', { body }, options),
    retrieve: (id: string, options?: CallOptions) =>
      call('readPaymentLink', { path: { id } }, options),
    list: (query?: ListPaymentLinksQuery, options?: CallOptions) =>
      call('listPaymentLinks', { query }, options),
    listAll: (query?: ListPaymentLinksQuery, options?: CallOptions) =>
      rowsOf(
        (cursor) => call('listPaymentLinks', { query: { ...query, cursor } }, options),
        query?.cursor,
      ),
    /** Absent fields keep their values; `closed` closes the link. */
    update: (id: string, body: PaymentLinkChanges, options?: CallOptions) =>
      call('updatePaymentLink', { path: { id }, body }, options),
  },

  /** Payments that the merchant requests without a shop's order. */
  paymentRequests: {
    /** Creates a request with its `pay_url`. */
    create: (body: NewPaymentRequest, options?: CallOptions) =>
      call('createPaymentRequest', { body }, options),
    retrieve: (id: string, options?: CallOptions) =>
      call('readPaymentRequest', { path: { id } }, options),
    list: (query?: ListPaymentRequestsQuery, options?: CallOptions) =>
      call('listPaymentRequests', { query }, options),
    listAll: (query?: ListPaymentRequestsQuery, options?: CallOptions) =>
      rowsOf(
        (cursor) => call('listPaymentRequests', { query: { ...query, cursor } }, options),
        query?.cursor,
      ),
    /** Closes a request that the customer paid without the gateway. */
    closeAsPaidOtherwise: (id: string, body: PaidOtherwise, options?: CallOptions) =>
      call('closePaymentRequestAsPaidOtherwise', { path: { id }, body }, options),
  },

  orders: {
    /** `ask`: also polls the gateway; a later call has the result. */
    retrieve: (id: string, query?: ReadOrderQuery, options?: CallOptions) =>
      call('readOrder', { path: { id }, query }, options),
    list: (query?: ListOrdersQuery, options?: CallOptions) =>
      call('listOrders', { query }, options),
    /** Iterates over the orders of all pages. */
    listAll: (query?: ListOrdersQuery, options?: CallOptions) =>
      rowsOf(
        (cursor) => call('listOrders', { query: { ...query, cursor } }, options),
        query?.cursor,
      ),
    timeline: (id: string, options?: CallOptions) =>
      call('readTimeline', { path: { id } }, options),
    /** Cancels an unpaid order. */
    cancel: (id: string, options?: CallOptions) => call('cancelOrder', { path: { id } }, options),
    /** Charges the card that the customer typed into the gateway's fields. */
    confirm: (id: string, body: ConfirmRequest, options?: CallOptions) =>
      call('confirmOrder', { path: { id }, body }, options),
    receipt: (id: string, query?: ReadReceiptQuery, options?: CallOptions) =>
      call('readReceipt', { path: { id }, query }, options),
    receiptPdf: (id: string, query?: ReadReceiptPdfQuery, options?: CallOptions) =>
      call('readReceiptPdf', { path: { id }, query }, options),
  },

  refunds: {
    /** Refunds an order; without an `amount`, the refundable rest. */
    create: (orderId: string, body: RefundRequest = {}, options?: CallOptions) =>
      call('createRefund', { path: { id: orderId }, body }, options),
    /** Cancels a waiting refund. */
    cancel: (orderId: string, refundId: string, options?: CallOptions) =>
      call('cancelRefund', { path: { id: orderId, refund_id: refundId } }, options),
    /** Cancels a waiting refund by the `Idempotency-Key` that requested it. */
    cancelByKey: (orderId: string, body: RefundCancellation, options?: CallOptions) =>
      call('cancelRefundByKey', { path: { id: orderId }, body }, options),
    /** Answers whether the gateway made a refund with an unknown outcome. */
    resolve: (orderId: string, refundId: string, body: RefundResolution, options?: CallOptions) =>
      call('resolveRefund', { path: { id: orderId, refund_id: refundId }, body }, options),
    /** Runs the next step of an open refund now. */
    tryNow: (orderId: string, refundId: string, options?: CallOptions) =>
      call('tryRefund', { path: { id: orderId, refund_id: refundId } }, options),
  },

  savedCards: {
    /** By identity number or e-mail of the customer. */
    list: (query: ListSavedCardsQuery, options?: CallOptions) =>
      call('listSavedCards', { query }, options),
    revoke: (id: string, options?: CallOptions) =>
      call('revokeSavedCard', { path: { id } }, options),
  },
})

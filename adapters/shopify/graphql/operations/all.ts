import { cancelOrder, setMetafields, setOrderNote } from './change-order.ts'
import { readInstall } from './install.ts'
import { orderForPayment, transactionsOfOrder } from './order-for-payment.ts'
import { ordersToReconcile } from './orders-to-reconcile.ts'
import {
  configurePayments,
  pendPayment,
  rejectPayment,
  resolvePayment,
} from './payment-sessions.ts'
import { refundsByIds, refundsOfOrder, transactionsOfRefund } from './refund.ts'
import { refundOrder } from './refund-order.ts'
import {
  rejectCapture,
  rejectRefund,
  rejectVoid,
  resolveRefund,
  resolveVoid,
} from './refund-sessions.ts'
import { readPlan } from './shop-plan.ts'
import { capturePending, createManualPayment, markPaid } from './take-payment.ts'

/** The test schemas are pruned to these. */
export const ALL_OPERATIONS = [
  orderForPayment,
  transactionsOfOrder,
  refundsOfOrder,
  refundsByIds,
  transactionsOfRefund,
  ordersToReconcile,
  markPaid,
  createManualPayment,
  capturePending,
  refundOrder,
  cancelOrder,
  setMetafields,
  setOrderNote,
  readInstall,
  readPlan,
  configurePayments,
  resolvePayment,
  rejectPayment,
  pendPayment,
  resolveRefund,
  rejectRefund,
  resolveVoid,
  rejectVoid,
  rejectCapture,
] as const

import { cancelOrderMutation, setMetafieldsMutation, setOrderNoteMutation } from './change-order.ts'
import { readInstallQuery } from './install.ts'
import { orderForPaymentQuery, transactionsOfOrderQuery } from './order-for-payment.ts'
import { ordersToReconcileQuery } from './orders-to-reconcile.ts'
import {
  configurePaymentsMutation,
  pendPaymentMutation,
  rejectCaptureMutation,
  rejectPaymentMutation,
  rejectRefundMutation,
  rejectVoidMutation,
  resolvePaymentMutation,
  resolveRefundMutation,
  resolveVoidMutation,
} from './payment-sessions.ts'
import {
  capturePendingMutation,
  createManualPaymentMutation,
  markPaidMutation,
} from './record-payment.ts'
import { refundsByIdsQuery, refundsOfOrderQuery, transactionsOfRefundQuery } from './refund.ts'
import { refundOrderMutation } from './refund-order.ts'
import { readPlanQuery } from './shop-plan.ts'

/** The test schemas are pruned to these. */
export const ALL_OPERATIONS = [
  orderForPaymentQuery,
  transactionsOfOrderQuery,
  refundsOfOrderQuery,
  refundsByIdsQuery,
  transactionsOfRefundQuery,
  ordersToReconcileQuery,
  markPaidMutation,
  createManualPaymentMutation,
  capturePendingMutation,
  refundOrderMutation,
  cancelOrderMutation,
  setMetafieldsMutation,
  setOrderNoteMutation,
  readInstallQuery,
  readPlanQuery,
  configurePaymentsMutation,
  resolvePaymentMutation,
  rejectPaymentMutation,
  pendPaymentMutation,
  resolveRefundMutation,
  rejectRefundMutation,
  resolveVoidMutation,
  rejectVoidMutation,
  rejectCaptureMutation,
] as const

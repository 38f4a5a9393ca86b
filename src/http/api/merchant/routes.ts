import { taskKindsOf } from '../../../payments/ports/tasks/task-kinds.ts'
import { closeAlertOfStore, listAlertsOfStore } from '../alerts/alerts.ts'
import { createCheckout } from '../checkouts/checkouts.ts'
import { confirmOrder } from '../checkouts/confirmations.ts'
import { listSavedCardsOfCustomer, revokeSavedCardOfCustomer } from '../checkouts/saved-cards.ts'
import { listCircuitsOfStore, tryCircuitOfStore } from '../circuits/circuits.ts'
import {
  previewReplayOfEndpoint,
  replayToEndpointOfStore,
  rotateSecretOfEndpoint,
  testEndpointOfStore,
  testNotificationOfStore,
} from '../endpoints/endpoint-acts.ts'
import {
  createEndpointOfStore,
  deleteEndpointOfStore,
  listEndpointsOfStore,
  readEndpointOfStore,
  updateEndpointOfStore,
} from '../endpoints/endpoints.ts'
import { listEventsOfStore, readEventOfStore, replayEventOfStore } from '../events/events.ts'
import { listSettlements, readSettlementsCsv } from '../money/settlements.ts'
import { readFeedOfStore } from '../notifications/feed.ts'
import {
  listNotificationsOfStore,
  resendNotificationOfStore,
  resumeNotificationsOfStore,
} from '../notifications/notifications.ts'
import { cancelOrderOfStore, listOrdersOfStore, readOrder, readTimeline } from '../orders/orders.ts'
import { readReceiptOfOrder, readReceiptPdf } from '../orders/receipts.ts'
import {
  closeRequestAsPaidOtherwise,
  createRequest,
  listRequests,
  readPaymentRequest,
} from '../payment-requests/payment-requests.ts'
import {
  readReconciliation,
  readReconciliationCsv,
} from '../reconciliations/reconciliation-reports.ts'
import {
  beginReconciliationOfStore,
  listReconciliationsOfStore,
  resumeReconciliationOfStore,
  stopReconciliationOfStore,
} from '../reconciliations/reconciliations.ts'
import {
  cancelRefund,
  cancelRefundByKey,
  resolveUnknownRefund,
  tryRefund,
} from '../refunds/refund-decisions.ts'
import { createRefund } from '../refunds/refunds.ts'
import type { MerchantRoute } from '../route.ts'
import { eraseCustomerOfStore, exportCustomerOfStore } from '../stores/personal-data.ts'
import { readStore, updateStore } from '../stores/store.ts'
import {
  changeSecretKeyOfStore,
  rotateNotifySecretOfStore,
  rotateWebhookSecretOfStore,
} from '../stores/store-secrets.ts'
import { replayTasksOfStore } from '../tasks/task-replays.ts'
import { listTasks, readTaskOfStore, replayTaskOfStore, tryTaskOfStore } from '../tasks/tasks.ts'
import { readWebhookHealth, runWebhookSelfTest } from '../webhook-health/webhook-health.ts'

/** The merchant API; `kinds` lists the task kinds that filters accept. */
export const merchantRoutesWith = (kinds: readonly string[]): readonly MerchantRoute[] => [
  readStore,
  updateStore,
  rotateNotifySecretOfStore,
  rotateWebhookSecretOfStore,
  changeSecretKeyOfStore,
  testNotificationOfStore,
  exportCustomerOfStore,
  eraseCustomerOfStore,
  createCheckout,
  createRequest,
  listRequests,
  readPaymentRequest,
  closeRequestAsPaidOtherwise,
  listOrdersOfStore,
  readOrder,
  readTimeline,
  cancelOrderOfStore,
  confirmOrder,
  createRefund,
  cancelRefund,
  cancelRefundByKey,
  resolveUnknownRefund,
  tryRefund,
  readReceiptOfOrder,
  readReceiptPdf,
  listSavedCardsOfCustomer,
  revokeSavedCardOfCustomer,
  listAlertsOfStore,
  closeAlertOfStore,
  listEventsOfStore,
  readEventOfStore,
  replayEventOfStore,
  beginReconciliationOfStore,
  listReconciliationsOfStore,
  readReconciliation,
  readReconciliationCsv,
  stopReconciliationOfStore,
  resumeReconciliationOfStore,
  listSettlements,
  readSettlementsCsv,
  listTasks(kinds),
  readTaskOfStore,
  tryTaskOfStore,
  replayTaskOfStore,
  replayTasksOfStore(kinds),
  listCircuitsOfStore,
  tryCircuitOfStore,
  listNotificationsOfStore,
  resendNotificationOfStore,
  resumeNotificationsOfStore,
  readFeedOfStore,
  listEndpointsOfStore,
  createEndpointOfStore,
  readEndpointOfStore,
  updateEndpointOfStore,
  deleteEndpointOfStore,
  rotateSecretOfEndpoint,
  testEndpointOfStore,
  previewReplayOfEndpoint,
  replayToEndpointOfStore,
  readWebhookHealth,
  runWebhookSelfTest,
]

export const merchantRoutes = merchantRoutesWith([...taskKindsOf([]).keys()])

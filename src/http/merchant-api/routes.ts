import { taskKindsOf } from '../../payments/ports/tasks/task-kinds.ts'
import { closeAlertOfStore, listAlertsOfStore } from './alerts.ts'
import { createCheckout } from './checkouts.ts'
import { listCircuitsOfStore, tryCircuitOfStore } from './circuits.ts'
import { confirmOrder } from './confirmations.ts'
import { listEventsOfStore, readEventOfStore, replayEventOfStore } from './events.ts'
import { readFeedOfStore } from './feed.ts'
import {
  listNotificationsOfStore,
  resendNotificationOfStore,
  resumeNotificationsOfStore,
} from './notifications.ts'
import { cancelOrderOfStore, listOrdersOfStore, readOrder, readTimeline } from './orders.ts'
import { readReceiptOfOrder, readReceiptPdf } from './receipts.ts'
import {
  beginReconciliationOfStore,
  listReconciliationsOfStore,
  readReconciliation,
  readReconciliationCsv,
  resumeReconciliationOfStore,
  stopReconciliationOfStore,
} from './reconciliations.ts'
import { cancelRefund, cancelRefundByKey } from './refund-cancellations.ts'
import { resolveUnknownRefund } from './refund-resolutions.ts'
import { createRefund } from './refunds.ts'
import type { MerchantRoute } from './route.ts'
import { listSavedCardsOfCustomer, revokeSavedCardOfCustomer } from './saved-cards.ts'
import { listSettlements, readSettlementsCsv } from './settlements.ts'
import { readStore, updateStore } from './store.ts'
import {
  changeSecretKeyOfStore,
  rotateNotifySecretOfStore,
  rotateWebhookSecretOfStore,
} from './store-secrets.ts'
import {
  listTasksOfStore,
  readTaskOfStore,
  replayTaskOfStore,
  replayTasksOfStore,
  tryTaskOfStore,
} from './tasks.ts'
import { readWebhookHealth, runWebhookSelfTest } from './webhook-health.ts'

/** The merchant API; `kinds` lists the task kinds that filters accept. */
export const merchantRoutesWith = (kinds: readonly string[]): readonly MerchantRoute[] => [
  readStore,
  updateStore,
  rotateNotifySecretOfStore,
  rotateWebhookSecretOfStore,
  changeSecretKeyOfStore,
  createCheckout,
  listOrdersOfStore,
  readOrder,
  readTimeline,
  cancelOrderOfStore,
  confirmOrder,
  createRefund,
  cancelRefund,
  cancelRefundByKey,
  resolveUnknownRefund,
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
  listTasksOfStore(kinds),
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
  readWebhookHealth,
  runWebhookSelfTest,
]

export const merchantRoutes = merchantRoutesWith([...taskKindsOf([]).keys()])

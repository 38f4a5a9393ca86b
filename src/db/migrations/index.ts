import type { Migrations } from '../../runtime/migrate.ts'
import * as firstTables from './0001-first-tables.ts'
import * as refunds from './0002-reversals.ts'
import * as problems from './0003-problems.ts'
import * as charges from './0004-charges.ts'
import * as cancelledOrders from './0005-cancelled-orders.ts'
import * as amounts from './0006-amounts.ts'
import * as cardPage from './0007-card-page.ts'
import * as tasksAndCircuits from './0008-tasks-and-circuits.ts'
import * as schedules from './0009-schedules.ts'
import * as timeToPay from './0010-time-to-pay.ts'
import * as operations from './0011-operations.ts'
import * as reconciliation from './0012-reconciliation.ts'
import * as acceptedRefunds from './0013-accepted-reversals.ts'
import * as platforms from './0014-platforms.ts'
import * as shopify from './0015-shopify.ts'
import * as shopifyBudgets from './0016-shopify-budgets.ts'
import * as shopifyPaymentSessions from './0017-shopify-payment-sessions.ts'
import * as walksThroughChanges from './0020-walks-through-changes.ts'
import * as refundEntriesAndPrivacy from './0022-refund-entries-and-privacy.ts'
import * as orderFingerprints from './0023-order-fingerprints.ts'
import * as storesConnectedAt from './0024-stores-connected-at.ts'
import * as unansweredRefundEntries from './0025-unanswered-refund-entries.ts'
import * as refundSends from './0026-refund-sends.ts'
import * as pendingUpdates from './0027-pending-updates.ts'
import * as refusedDeliveries from './0028-refused-deliveries.ts'
import * as circuitsThatClose from './0029-circuits-that-close.ts'
import * as orderFollowsReader from './0030-order-follows-reader.ts'
import * as sealingCheck from './0031-sealing-check.ts'
import * as apiKeys from './0033-api-keys.ts'
import * as refusedPaymentSessions from './0040-refused-payment-sessions.ts'
import * as toldInTurn from './0041-told-in-turn.ts'
import * as shopifyMethodNames from './0042-shopify-method-names.ts'

export const dbMigrations: Migrations = {
  '0001-first-tables': firstTables,
  '0002-reversals': refunds,
  '0003-problems': problems,
  '0004-charges': charges,
  '0005-cancelled-orders': cancelledOrders,
  '0006-amounts': amounts,
  '0007-card-page': cardPage,
  '0008-tasks-and-circuits': tasksAndCircuits,
  '0009-schedules': schedules,
  '0010-time-to-pay': timeToPay,
  '0011-operations': operations,
  '0012-reconciliation': reconciliation,
  '0013-accepted-reversals': acceptedRefunds,
  '0014-platforms': platforms,
  '0015-shopify': shopify,
  '0016-shopify-budgets': shopifyBudgets,
  '0017-shopify-payment-sessions': shopifyPaymentSessions,
  '0020-walks-through-changes': walksThroughChanges,
  '0022-refund-entries-and-privacy': refundEntriesAndPrivacy,
  '0023-order-fingerprints': orderFingerprints,
  '0024-stores-connected-at': storesConnectedAt,
  '0025-unanswered-refund-entries': unansweredRefundEntries,
  '0026-refund-sends': refundSends,
  '0027-pending-updates': pendingUpdates,
  '0028-refused-deliveries': refusedDeliveries,
  '0029-circuits-that-close': circuitsThatClose,
  '0030-order-follows-reader': orderFollowsReader,
  '0031-sealing-check': sealingCheck,
  '0033-api-keys': apiKeys,
  '0040-refused-payment-sessions': refusedPaymentSessions,
  '0041-told-in-turn': toldInTurn,
  '0042-shopify-method-names': shopifyMethodNames,
}

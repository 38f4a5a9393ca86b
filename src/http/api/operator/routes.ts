import { listAlertGroups } from '../alerts/alert-groups.ts'
import { changeAlertOfStore } from '../alerts/alerts.ts'
import { listAssignees } from '../alerts/assignees.ts'
import { listWaitingOrders } from '../alerts/waiting-orders.ts'
import { watchChanges } from '../changes/route.ts'
import { counterRoutes } from '../counter/counter.ts'
import { customerRoutes } from '../customers/customers.ts'
import { merchantRoutes } from '../merchant/routes.ts'
import { journalRoutes } from '../money/journal.ts'
import { moneyRoutes } from '../money/money.ts'
import { moneyRowRoutes } from '../money/money-rows.ts'
import { readNotification } from '../notifications/notifications.ts'
import { notifyStoreOfOrders } from '../notifications/notify-store.ts'
import { orderRoutes } from '../orders/operator-orders.ts'
import { orderSumRoutes } from '../orders/order-sums.ts'
import { orderViewRoutes } from '../orders/order-views.ts'
import { paymentRoutes } from '../orders/payments.ts'
import { searchRoutes } from '../orders/search.ts'
import { auditRoutes } from '../people/audit.ts'
import { organizationRoutes } from '../people/organizations.ts'
import { peopleRoutes } from '../people/people.ts'
import { refundRoutes } from '../refunds/operator-refunds.ts'
import { approvalRoutes } from '../refunds/refund-approvals.ts'
import type { OperatorRoute } from '../route.ts'
import { testAlertChannelsOfStore } from '../stores/alert-tests.ts'
import { keyRoutes } from '../stores/api-keys.ts'
import { approvalLimitRoutes } from '../stores/approval-limit.ts'
import { connectingRoutes } from '../stores/connect-store.ts'
import { demoDataRoutes } from '../stores/demo-data.ts'
import { freezeRoutes } from '../stores/freeze.ts'
import { healthRoutes } from '../stores/health.ts'
import { storeRoutes } from '../stores/operator-stores.ts'
import { storeReportRoutes } from '../stores/reports.ts'
import { exportWholeStore } from '../stores/store-export.ts'
import { routesByPerson } from './expose.ts'

export const operatorRoutes: readonly OperatorRoute[] = [
  ...routesByPerson(merchantRoutes),
  ...storeRoutes,
  exportWholeStore,
  ...freezeRoutes,
  ...approvalLimitRoutes,
  ...storeReportRoutes,
  ...connectingRoutes,
  ...demoDataRoutes,
  ...orderViewRoutes,
  ...orderRoutes,
  ...orderSumRoutes,
  ...counterRoutes,
  ...searchRoutes,
  ...customerRoutes,
  notifyStoreOfOrders,
  ...paymentRoutes,
  ...refundRoutes,
  ...approvalRoutes,
  changeAlertOfStore,
  listAlertGroups,
  listWaitingOrders,
  testAlertChannelsOfStore,
  readNotification,
  ...moneyRoutes,
  ...moneyRowRoutes,
  ...journalRoutes,
  ...healthRoutes,
  ...keyRoutes,
  ...peopleRoutes,
  listAssignees,
  ...organizationRoutes,
  ...auditRoutes,
  watchChanges,
]

import { assigneeRoutes } from '../alerts/assignees.ts'
import { alertRoutes } from '../alerts/operator-alerts.ts'
import { changeRoutes } from '../changes/route.ts'
import { circuitRoutes } from '../circuits/operator-circuits.ts'
import { operatorEventRoutes } from '../events/operator-events.ts'
import { merchantRoutes } from '../merchant/routes.ts'
import { moneyRoutes } from '../money/money.ts'
import { moneyRowRoutes } from '../money/money-rows.ts'
import { notifyStoreRoutes } from '../notifications/notify-store.ts'
import { operatorNotificationRoutes } from '../notifications/operator-notifications.ts'
import { orderRoutes } from '../orders/operator-orders.ts'
import { orderViewRoutes } from '../orders/order-views.ts'
import { paymentRoutes } from '../orders/payments.ts'
import { auditRoutes } from '../people/audit.ts'
import { organizationRoutes } from '../people/organizations.ts'
import { peopleRoutes } from '../people/people.ts'
import { reconciliationRoutes } from '../reconciliations/operator-reconciliations.ts'
import { refundRoutes } from '../refunds/operator-refunds.ts'
import type { OperatorRoute } from '../route.ts'
import { keyRoutes } from '../stores/api-keys.ts'
import { connectingRoutes } from '../stores/connect-store.ts'
import { demoDataRoutes } from '../stores/demo-data.ts'
import { healthRoutes } from '../stores/health.ts'
import { storeRoutes } from '../stores/operator-stores.ts'
import { taskRoutes } from '../tasks/operator-tasks.ts'
import { routesByPerson } from './expose.ts'

export const operatorRoutes: readonly OperatorRoute[] = [
  ...routesByPerson(merchantRoutes),
  ...storeRoutes,
  ...connectingRoutes,
  ...demoDataRoutes,
  ...orderViewRoutes,
  ...orderRoutes,
  ...notifyStoreRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...alertRoutes,
  ...operatorEventRoutes,
  ...operatorNotificationRoutes,
  ...taskRoutes,
  ...circuitRoutes,
  ...reconciliationRoutes,
  ...moneyRoutes,
  ...moneyRowRoutes,
  ...healthRoutes,
  ...keyRoutes,
  ...peopleRoutes,
  ...assigneeRoutes,
  ...organizationRoutes,
  ...auditRoutes,
  ...changeRoutes,
]

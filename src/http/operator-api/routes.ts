import { alertRoutes } from './alerts.ts'
import { assigneeRoutes } from './assignees.ts'
import { auditRoutes } from './audit.ts'
import { changeRoutes } from './changes/route.ts'
import { circuitRoutes } from './circuits.ts'
import { connectingRoutes } from './connect-store.ts'
import { csvRoutes } from './csv.ts'
import { deliveryRoutes } from './deliveries.ts'
import { demoDataRoutes } from './demo-data.ts'
import { healthRoutes } from './health.ts'
import { keyRoutes } from './keys.ts'
import { moneyRoutes } from './money.ts'
import { moneyRowRoutes } from './money-rows.ts'
import { notifyStoreRoutes } from './notify-store.ts'
import { orderViewRoutes } from './order-views.ts'
import { orderRoutes } from './orders.ts'
import { organizationRoutes } from './organizations.ts'
import { paymentRoutes } from './payments.ts'
import { peopleRoutes } from './people.ts'
import { reconciliationRoutes } from './reconciliations.ts'
import { refundRoutes } from './refunds.ts'
import type { OperatorRoute } from './route.ts'
import { storeRoutes } from './stores.ts'
import { taskRoutes } from './tasks.ts'

export const operatorRoutes: readonly OperatorRoute[] = [
  ...storeRoutes,
  ...connectingRoutes,
  ...demoDataRoutes,
  // Fixed paths must precede paths with a parameter.
  ...csvRoutes,
  ...orderViewRoutes,
  ...orderRoutes,
  ...notifyStoreRoutes,
  ...paymentRoutes,
  ...refundRoutes,
  ...alertRoutes,
  ...deliveryRoutes,
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

import type { Generated } from 'kysely'
import type { AlertMessageTables } from './tables/alert-messages.ts'
import type { AlertTables } from './tables/alerts.ts'
import type { ApiRequestTables } from './tables/api-requests.ts'
import type { AuditTables } from './tables/audit.ts'
import type { ContentReportTables } from './tables/content-reports.ts'
import type { CounterItemTables } from './tables/counter-items.ts'
import type { CustomerMailTables } from './tables/customer-mails.ts'
import type { CustomerTables } from './tables/customers.ts'
import type { DeclineTables } from './tables/declines.ts'
import type { MessageTables } from './tables/events.ts'
import type { KeyedRequestTables } from './tables/keyed-requests.ts'
import type { OrderTables } from './tables/orders.ts'
import type { PaymentLinkTables } from './tables/payment-links.ts'
import type { PaymentRequestTables } from './tables/payment-requests.ts'
import type { PeopleTables } from './tables/people.ts'
import type { ReconciliationTables } from './tables/reconciliation.ts'
import type { RefundTables } from './tables/refunds.ts'
import type { StoreWorkTables } from './tables/store-work.ts'
import type { StoreTables } from './tables/stores.ts'
import type { TaskTables } from './tables/tasks.ts'

export interface DbTables
  extends MessageTables,
    OrderTables,
    AlertTables,
    AlertMessageTables,
    ApiRequestTables,
    AuditTables,
    ContentReportTables,
    CounterItemTables,
    CustomerMailTables,
    CustomerTables,
    DeclineTables,
    KeyedRequestTables,
    PaymentLinkTables,
    PaymentRequestTables,
    PeopleTables,
    ReconciliationTables,
    RefundTables,
    StoreTables,
    StoreWorkTables,
    TaskTables {
  installation: {
    only_row: Generated<boolean>
    id: string
    /** Check value for the sealing keys; `null` before the first start. */
    sealed_check: Generated<string | null>
    /** See `restored-database.ts`; `null` before the first start. */
    database_identity: Generated<string | null>
    /** Time of the backup; `null`: not restored, or checked. */
    restored_from: Generated<Date | null>
  }
  test_clock: {
    only_row: Generated<boolean>
    offset_ms: bigint
  }
}

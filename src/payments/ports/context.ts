import type { Db, StoreRow } from '../../db/db.ts'
import type { NotificationEndpointRow } from '../../db/endpoints/endpoints.ts'
import type { RefusedActs } from '../../db/people/refused-acts.ts'
import type { ProcessWatch } from '../../db/tasks/processes.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { GatewayOptions } from '../../gateway/caller.ts'
import type { Gateway } from '../../gateway/client.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { Log } from '../../runtime/log/log.ts'
import type { Measurements } from '../../runtime/log/measurements.ts'
import type { MailServer } from '../../runtime/mail/mail.ts'
import type { Connections } from '../../runtime/net/connections.ts'
import type { Signals } from '../../runtime/queue/signals.ts'
import type { Tracing } from '../../runtime/tracing/tracing.ts'
import type { CardPageInstallation } from './card-page-setup.ts'
import type { Circuits } from './circuits.ts'
import type { RunningPlatform } from './platform.ts'
import type { StoreWorkCounter } from './store-work-counter.ts'
import type { NotificationEndpoint, Storefront } from './storefront.ts'
import type { TaskKind } from './tasks/task-kind.ts'

export interface PaymentsContext {
  processId: number
  processes: ProcessWatch
  /** Payments that this process is creating at a gateway. */
  creating: Set<string>
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  signals: Signals
  measurements: Measurements
  storeWork: StoreWorkCounter
  /** `undefined`: off. */
  tracing: Tracing | undefined
  circuits: Circuits
  /** `orderId` is for the log. With `answered`, the caller reports the gateway's health. */
  gatewayOf(store: StoreRow, orderId?: string, answered?: GatewayOptions['onOutcome']): Gateway
  storefrontOf(store: StoreRow): Storefront
  endpointOf(endpoint: NotificationEndpointRow): NotificationEndpoint
  /** The store's notify URL, for a test; `undefined` without one. */
  ownEndpointOf(store: StoreRow): NotificationEndpoint | undefined
  /** Signs a delivery of ours as the gateway would (6.4). */
  signAsGateway(store: StoreRow, rawBody: Buffer): string
  /** The gateway's confirm route is configured (4.13). */
  canConfirm: boolean
  cardPage: CardPageInstallation
  refusedActions: RefusedActs
  storeConnections: Connections
  /** Mail in the installation's language, if there is a server. */
  mail: { mailServer: MailServer | undefined; language: 'es' | 'en' }
  publicUrl: string
  gatewayPortalUrl: string | undefined
  gatewayTimeoutMs: number
  /** Retention of delivery attempts. */
  attemptDays: number
  taskKinds: ReadonlyMap<string, TaskKind>
  platforms: readonly RunningPlatform<unknown, never, PaymentsContext>[]
}

/** New work in the outbox or the inbox. */
export const WORK_SIGNAL = 'puente_work'
/** Payload: the id of the process that sends the notifications, '' for any. */
export const NOTIFICATION_SIGNAL = 'puente_notification'
export const EVENT_SIGNAL = 'puente_event'

/** A session ended or a member's role changed; sent by the database (migration 0022). */
export const PEOPLE_SIGNAL = 'puente_people'

/** The gateway answered about the payment in the payload. */
export const PAYMENT_CREATED_SIGNAL = 'puente_payment_created'

/** The refund in the payload ended, or waits. */
export const REFUND_SIGNAL = 'puente_refund'

export const orderLog = (log: Log, order: { id: string; store_id: StoreId }): Log =>
  log.child({ store: order.store_id, order: order.id })

import type { Db, StoreRow } from '../../db/db.ts'
import type { ProcessWatch } from '../../db/processes.ts'
import type { RefusedActs } from '../../db/refused-acts.ts'
import type { StoreId } from '../../domain/ids.ts'
import type { GatewayOptions } from '../../gateway/caller.ts'
import type { Gateway } from '../../gateway/client.ts'
import type { Clock } from '../../runtime/clock.ts'
import type { Connections } from '../../runtime/connections.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { Log } from '../../runtime/log.ts'
import type { MailServer } from '../../runtime/mail.ts'
import type { Measurements } from '../../runtime/measurements.ts'
import type { Signals } from '../../runtime/signals.ts'
import type { CardPageInstallation } from './card-page-setup.ts'
import type { Circuits } from './circuit-port.ts'
import type { RunningPlatform } from './platform.ts'
import type { Storefront } from './storefront.ts'
import type { TaskKind } from './tasks/task-kind.ts'

/** What every use case is given. */
export interface PaymentsContext {
  /** Tells this process from the others that work on the same database. */
  processId: number
  /** What this process, where it has the worker role, knows of those others. */
  processes: ProcessWatch
  /** The payments that this process is creating at a gateway at this moment. */
  creating: Set<string>
  db: Db
  clock: Clock
  ids: Ids
  log: Log
  signals: Signals
  measurements: Measurements
  circuits: Circuits
  /**
   * `orderId` is for the log: it ties the calls to the order they are made for, if it is one. With
   * `answered`, whoever asks sees to it themselves that others learn whether the gateway works.
   */
  gatewayOf(store: StoreRow, orderId?: string, answered?: GatewayOptions['answered']): Gateway
  storefrontOf(store: StoreRow): Storefront
  /** The signature of a delivery of our own, as the gateway would make it for this store (6.4). */
  signAsGateway(store: StoreRow, rawBody: Buffer): string
  /** Whether it is known where the gateway confirms cards of our own pages (4.13). */
  canConfirm: boolean
  /** What our own card page is made of, as far as it is known. */
  cardPage: CardPageInstallation
  /** Where it is kept what somebody was not let do. */
  refusedActs: RefusedActs
  /** By which an address is called that a store has given. */
  storeConnections: Connections
  /** Mail to people, in the language of the installation; none without a server. */
  mail: { mailServer: MailServer | undefined; language: 'es' | 'en' }
  /** Where customers reach us; pay links begin with it. */
  publicUrl: string
  /** The gateway's portal, as far as it is known where that is. */
  gatewayPortalUrl: string | undefined
  /** How long one call of the gateway may take. */
  gatewayTimeoutMs: number
  /** Every kind of task that there is here, by its name. */
  taskKinds: ReadonlyMap<string, TaskKind<unknown, PaymentsContext>>
  /** Those of this installation. */
  platforms: readonly RunningPlatform<unknown, never, PaymentsContext>[]
}

/** There is new work in the outbox or the inbox. */
export const WORK_SIGNAL = 'puente_work'
/** There are notifications to send, and nothing else of the outbox. */
export const NOTIFICATION_SIGNAL = 'puente_notification'
/** The gateway has delivered events. */
export const EVENT_SIGNAL = 'puente_event'

/** A session ended or a member's role changed; the database signals it (migration 0022). */
export const PEOPLE_SIGNAL = 'puente_people'

/** The payment named in the payload has got its answer from the gateway. */
export const PAYMENT_CREATED_SIGNAL = 'puente_payment_created'

/** The refund named in the payload has come to an end, or has to wait. */
export const REFUND_SIGNAL = 'puente_refund'

/** The log lines of one order carry its id and its store's. */
export const orderLog = (log: Log, order: { id: string; store_id: StoreId }): Log =>
  log.child({ store: order.store_id, order: order.id })

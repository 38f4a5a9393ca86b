import type { Log } from '../runtime/log.ts'
import type { RunningPlatform } from './platform.ts'
import type { PlatformContext } from './platform-context.ts'

/** What every use case is given. */
export interface PaymentsContext extends PlatformContext {
  /** Those of this installation. */
  platforms: readonly RunningPlatform[]
}

/** There is new work in the outbox or the inbox. */
export const WORK_SIGNAL = 'puente_work'

/** The payment named in the payload has got its answer from the gateway. */
export const PAYMENT_CREATED_SIGNAL = 'puente_payment_created'

/** The reversal named in the payload has come to an end, or has to wait. */
export const REFUND_SIGNAL = 'puente_refund'

/** The log lines of one order carry its id and its store's. */
export const orderLog = (log: Log, order: { id: string; store_id: string }): Log =>
  log.child({ store: order.store_id, order: order.id })

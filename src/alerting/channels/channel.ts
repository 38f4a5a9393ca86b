import type { StoreId } from '../../domain/ids.ts'
import type { Retry } from '../../runtime/failure.ts'
import type { AlertMessage } from '../messages/alert-message.ts'

/** What became of a message: `answer` and `detail` are the receiver's own words. */
export type Sent =
  | { outcome: 'sent'; answer: string }
  | {
      outcome: 'failed'
      retry: Retry
      detail: string
      /** What a person can do about it. */
      cure: string
      retryAfterMs?: number | undefined
    }

/** A way on which people hear of alerts. */
export interface AlertChannel {
  /** As it stands in `alert_channels.name`. */
  name: string
  /** It is a store's own. */
  storeId?: StoreId
  /** Whom it reaches, without secrets. */
  receiver: string
  /** Never rejects. May be repeated: the receiver knows a message again by its id. */
  send(message: AlertMessage, now: Date): Promise<Sent>
}

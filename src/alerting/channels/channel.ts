import type { StoreId } from '../../domain/ids.ts'
import type { Retry } from '../../runtime/failure.ts'
import type { AlertMessage } from '../messages/alert-message.ts'

/** Outcome of a send; `answer` and `detail` quote the receiver. */
export type SendOutcome =
  | { outcome: 'sent'; answer: string }
  | {
      outcome: 'failed'
      retry: Retry
      detail: string
      cure: string
      retryAfterMs?: number | undefined
    }

export interface AlertChannel {
  /** Key in `alert_channels.name`. */
  name: string
  /** Set for a store's own channel. */
  storeId?: StoreId
  /** Address without secrets. */
  receiver: string
  /** Never rejects. Retries are safe: receivers dedupe by message id. */
  send(message: AlertMessage, now: Date): Promise<SendOutcome>
}

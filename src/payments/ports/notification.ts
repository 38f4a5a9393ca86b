import { createHash } from 'node:crypto'
import type { PaymentId } from '../../domain/ids.ts'

export const NOTIFICATION_TYPES = [
  'order.paid',
  'order.payment_failed',
  'order.payment_expired',
  'order.cancelled',
  'order.partially_refunded',
  'order.refunded',
  'order.voided',
  'order.attention_required',
  'order.updated',
] as const

export type NotificationType = (typeof NOTIFICATION_TYPES)[number]

export const SAVED_CARD_TYPE = 'payment_method.saved'

/** Every type that a store receives, in the sequence of the documents. */
export const LISTED_TYPES = [...NOTIFICATION_TYPES, SAVED_CARD_TYPE] as const

export interface Notification {
  type: NotificationType
  /** `null` if no payment is effective. */
  paymentId: PaymentId | null
  /** Dedupe key within the order. */
  key: string
}

/** Derives a message id from the task's unique key, stable across retries. */
export const messageIdOf = (uniqueKey: string): string =>
  `msg_${createHash('sha256').update(uniqueKey).digest('hex').slice(0, 32)}`

import { createHash } from 'node:crypto'
import type { PaymentId } from '../../domain/ids.ts'

/** What a storefront is notified about an order. */
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

export interface Notification {
  type: NotificationType
  /** `null`: no payment is the effective payment. */
  paymentId: PaymentId | null
  /** Notifications of one order with the same key are one: the second is never made. */
  key: string
}

/** The same whenever the task has the same unique key. */
export const messageIdOf = (uniqueKey: string): string =>
  `msg_${createHash('sha256').update(uniqueKey).digest('hex').slice(0, 32)}`

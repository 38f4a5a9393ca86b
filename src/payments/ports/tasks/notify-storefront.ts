import { z } from 'zod'
import type { OrderRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { PaymentId } from '../../../domain/ids.ts'
import { SECOND } from '../../../runtime/clock.ts'
import { messageIdOf, NOTIFICATION_TYPES, type Notification } from '../notification.ts'
import { coreKind, ofOrder, STORE_BACKOFF_MS } from './core-kind.ts'
import type { When } from './task-kind.ts'

const payload = z.object({
  type: z.enum(NOTIFICATION_TYPES),
  /** `null` if no payment is effective. */
  paymentId: PaymentId.nullable(),
  /** Stable across retries, even if recreated from a restored database. */
  messageId: z.string(),
})

export type StorefrontNotification = z.output<typeof payload>

/** Runs in batches: see `notifier.ts`. */
export const notifyStorefrontKind = coreKind({
  kind: 'notify-storefront',
  needs: 'shop',
  payload,
  waitsMs: STORE_BACKOFF_MS,
  timeoutMs: 30 * SECOND,
  concurrencyPerStore: 8,
})

export interface Again {
  occasion: string
  /** Uses a new message id: the store accepted the last one without effect and would dedupe it. */
  isNew: boolean
}

export const tasksToNotify = (
  order: OrderRow,
  notifications: readonly Notification[],
  { again, ...when }: When & { again?: Again },
): NewTask[] =>
  notifications.map(({ type, paymentId, key }) => {
    // Without a payment, the key does not identify the order.
    const subject = paymentId === null ? `${order.id}:` : ''
    const firstKey = `tell:${order.store_id}:${subject}${key}`
    const uniqueKey = again ? `${firstKey}:again:${again.occasion}` : firstKey
    const messageId = messageIdOf(again?.isNew ? uniqueKey : firstKey)
    const payload = { type, paymentId, messageId }
    return notifyStorefrontKind.task(payload, { ...ofOrder(order), uniqueKey, ...when })
  })

import { z } from 'zod'
import type { OrderRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/outbox.ts'
import { PaymentId } from '../../../domain/ids.ts'
import { SECOND } from '../../../runtime/clock.ts'
import { messageIdOf, NOTIFICATION_TYPES, type Notification } from '../notification.ts'
import { coreKind, ofOrder, WAITS_FOR_A_SHOP } from './core-kind.ts'
import type { When } from './task-kind.ts'

const payload = z.object({
  type: z.enum(NOTIFICATION_TYPES),
  /** `null`: no payment is the effective payment. */
  paymentId: PaymentId.nullable(),
  /** The same for every try, and for the same notification made anew from a restored database. */
  messageId: z.string(),
})

export type StorefrontNotification = z.output<typeof payload>

/** The store learns of a change of an order. These tasks do not run one by one: see `notifier.ts`. */
export const notifyStorefrontKind = coreKind({
  kind: 'notify-storefront',
  needs: 'shop',
  payload,
  waitsMs: WAITS_FOR_A_SHOP,
  timeoutMs: 30 * SECOND,
  atOncePerStore: 8,
  onFailure: {
    es: 'La tienda no sabe de un cambio de un pedido.',
    en: 'The shop does not know of a change of an order.',
  },
})

/** On which occasion a store is notified again of what it was notified of. */
export interface Again {
  occasion: string
  /** The store has taken it before and it had no effect, so that it is not left out as a repetition. */
  isNew: boolean
}

/** Of changes of an order: once for each key, or for each occasion of notifying again. */
export const tasksToNotify = (
  order: OrderRow,
  notifications: readonly Notification[],
  { again, ...when }: When & { again?: Again },
): NewTask[] =>
  notifications.map(({ type, paymentId, key }) => {
    // A key without a payment in it says nothing of which order it is.
    const subject = paymentId === null ? `${order.id}:` : ''
    const firstKey = `tell:${order.store_id}:${subject}${key}`
    const uniqueKey = again ? `${firstKey}:again:${again.occasion}` : firstKey
    const messageId = messageIdOf(again?.isNew ? uniqueKey : firstKey)
    const payload = { type, paymentId, messageId }
    return notifyStorefrontKind.task(payload, { ...ofOrder(order), uniqueKey, ...when })
  })

import { z } from 'zod'
import { currentActor } from '../../../db/current-actor.ts'
import type { OrderRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { nameOfActor } from '../../../domain/actor.ts'
import { PaymentId, StoreId } from '../../../domain/ids.ts'
import { HOUR, MINUTE, SECOND } from '../../../runtime/clock.ts'
import { savedCardView } from '../../../wire/order-view.ts'
import { messageIdOf, NOTIFICATION_TYPES, type Notification } from '../notification.ts'
import { coreKind, ofOrder, STORE_BACKOFF_MS } from './core-kind.ts'
import type { When } from './task-kind.ts'

export const orderNotificationPayload = z.object({
  type: z.enum(NOTIFICATION_TYPES),
  paymentId: PaymentId.nullable(),
  /** Stable across retries, even if recreated from a restored database. */
  messageId: z.string(),
})

export type StorefrontNotification = z.output<typeof orderNotificationPayload>

/** Runs in batches: see `notifier.ts`. */
export const notifyStorefrontKind = coreKind({
  kind: 'notify-storefront',
  needs: 'shop',
  payload: orderNotificationPayload,
  waitsMs: STORE_BACKOFF_MS,
  timeoutMs: 30 * SECOND,
  concurrencyPerStore: 8,
})

/** Unique key of the first task of a notification. */
export const keyOfNotification = (
  { id, store_id: storeId }: Pick<OrderRow, 'id' | 'store_id'>,
  { paymentId, key }: Pick<Notification, 'paymentId' | 'key'>,
): string => {
  // Without a payment, the key does not identify the order.
  const subject = paymentId === null ? `${id}:` : ''
  return `tell:${storeId}:${subject}${key}`
}

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
    const firstKey = keyOfNotification(order, { paymentId, key })
    const uniqueKey = again ? `${firstKey}:again:${again.occasion}` : firstKey
    const messageId = messageIdOf(again?.isNew ? uniqueKey : firstKey)
    const payload = { type, paymentId, messageId }
    return notifyStorefrontKind.task(payload, { ...ofOrder(order), uniqueKey, ...when })
  })

export const savedCardPayload = z.object({
  storeId: StoreId,
  messageId: z.string(),
  customerId: z.string().optional(),
  card: savedCardView,
})

export type SavedCardNotification = z.output<typeof savedCardPayload>

export const notifySavedCardKind = coreKind({
  kind: 'notify-saved-card',
  needs: 'shop',
  payload: savedCardPayload,
  waitsMs: STORE_BACKOFF_MS,
  timeoutMs: 30 * SECOND,
  concurrencyPerStore: 2,
})

export interface SavedCardToNotify extends Omit<SavedCardNotification, 'messageId'> {
  /** Dedupes: an event, or the customer's card. */
  occasion: string
}

export const keyOfSavedCard = ({
  storeId,
  occasion,
}: Pick<SavedCardToNotify, 'storeId' | 'occasion'>) => `notify-saved-card:${storeId}:${occasion}`

export const newNotifySavedCardTask = (
  { storeId, occasion, ...saved }: SavedCardToNotify,
  { now }: { now: Date },
): NewTask => {
  const uniqueKey = keyOfSavedCard({ storeId, occasion })
  const notification = { storeId, messageId: messageIdOf(uniqueKey), ...saved }
  return notifySavedCardKind.task(notification, { storeId, uniqueKey, now })
}

const MAILED_SECRETS = ['webhook_secret', 'notify_secret', 'secret_key', 'endpoint_secret'] as const
export type MailedSecret = (typeof MAILED_SECRETS)[number]

const changedSecretsMail = z.object({
  storeId: StoreId,
  messageId: z.string(),
  secrets: z.array(z.enum(MAILED_SECRETS)).min(1),
  /** Of `endpoint_secret`, without secrets. */
  address: z.string().optional(),
  /** `null` if unknown. */
  actor: z.object({ kind: z.string(), name: z.string().optional() }).nullable(),
  at: z.iso.datetime(),
})

export type ChangedSecrets = z.output<typeof changedSecretsMail>

export const mailOwnersKind = coreKind({
  kind: 'mail-owners',
  needs: 'db',
  payload: changedSecretsMail,
  waitsMs: [30 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR],
  maxTries: 8,
  timeoutMs: MINUTE,
  concurrencyPerStore: 1,
})

export const newMailOwnersTask = (
  { storeId, secrets, address }: Pick<ChangedSecrets, 'storeId' | 'secrets' | 'address'>,
  { now }: { now: Date },
): NewTask => {
  const at = now.toISOString()
  const known = currentActor()
  const actor = known ? { kind: known.kind, name: nameOfActor(known) } : null
  const which = [secrets.join(), ...(address ? [address] : [])].join(':')
  const messageId = messageIdOf(`mail-owners:${storeId}:${which}:${at}`)
  return mailOwnersKind.task({ storeId, messageId, secrets, address, at, actor }, { storeId, now })
}

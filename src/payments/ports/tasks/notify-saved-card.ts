import { z } from 'zod'
import type { NewTask } from '../../../db/outbox.ts'
import { StoreId } from '../../../domain/ids.ts'
import { SECOND } from '../../../runtime/clock.ts'
import { messageIdOf } from '../notification.ts'
import { WAITS_FOR_A_SHOP } from './core-kind.ts'
import { taskKind } from './task-kind.ts'

const payload = z.object({
  storeId: StoreId,
  messageId: z.string(),
  customerId: z.string().optional(),
  card: z.object({
    id: z.string(),
    brand: z.string().nullable(),
    last_four: z.string().nullable(),
    exp_month: z.number().nullable(),
    exp_year: z.number().nullable(),
    is_default: z.boolean(),
  }),
})

export type SavedCardNotification = z.output<typeof payload>

export const notifySavedCardKind = taskKind({
  kind: 'notify-saved-card',
  needs: 'shop',
  payload,
  waitsMs: WAITS_FOR_A_SHOP,
  timeoutMs: 30 * SECOND,
  atOncePerStore: 2,
  onFailure: {
    es: 'La tienda no sabe de una tarjeta que un cliente guardó.',
    en: 'The shop does not know of a card that a customer saved.',
  },
})

/** Dedupes by occasion: an event, or the customer's card. */
export const taskToNotifySavedCard = (
  { storeId, occasion, ...saved }: Omit<SavedCardNotification, 'messageId'> & { occasion: string },
  { now }: { now: Date },
): NewTask => {
  const uniqueKey = `notify-saved-card:${storeId}:${occasion}`
  const notification = { storeId, messageId: messageIdOf(uniqueKey), ...saved }
  return notifySavedCardKind.task(notification, { storeId, uniqueKey, now })
}

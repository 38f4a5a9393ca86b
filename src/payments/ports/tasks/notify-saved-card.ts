import { z } from 'zod'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { StoreId } from '../../../domain/ids.ts'
import { SECOND } from '../../../runtime/clock.ts'
import { messageIdOf } from '../notification.ts'
import { coreKind, STORE_BACKOFF_MS } from './core-kind.ts'

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

export const notifySavedCardKind = coreKind({
  kind: 'notify-saved-card',
  needs: 'shop',
  payload,
  waitsMs: STORE_BACKOFF_MS,
  timeoutMs: 30 * SECOND,
  concurrencyPerStore: 2,
})

/** Dedupes by occasion: an event, or the customer's card. */
export const newNotifySavedCardTask = (
  { storeId, occasion, ...saved }: Omit<SavedCardNotification, 'messageId'> & { occasion: string },
  { now }: { now: Date },
): NewTask => {
  const uniqueKey = `notify-saved-card:${storeId}:${occasion}`
  const notification = { storeId, messageId: messageIdOf(uniqueKey), ...saved }
  return notifySavedCardKind.task(notification, { storeId, uniqueKey, now })
}

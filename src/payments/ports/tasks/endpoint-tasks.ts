import { z } from 'zod'
import type { OrderRow } from '../../../db/db.ts'
import type { EndpointFilter } from '../../../db/tables/stores.ts'
import { endpointNeed } from '../../../db/tables/tasks.ts'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import { EndpointId, OrderId } from '../../../domain/ids.ts'
import { SECOND } from '../../../runtime/clock.ts'
import { messageIdOf, type Notification, SAVED_CARD_TYPE } from '../notification.ts'
import { coreKind, ofOrder, STORE_BACKOFF_MS } from './core-kind.ts'
import {
  keyOfNotification,
  keyOfSavedCard,
  newNotifySavedCardTask,
  orderNotificationPayload,
  type SavedCardToNotify,
  savedCardPayload,
} from './notification-tasks.ts'
import type { When } from './task-kind.ts'

const endpointNotification = z.discriminatedUnion('type', [
  orderNotificationPayload.extend({ endpointId: EndpointId, orderId: OrderId }),
  savedCardPayload.extend({ endpointId: EndpointId, type: z.literal(SAVED_CARD_TYPE) }),
])

export type EndpointNotification = z.output<typeof endpointNotification>

/**
 * A notification to an endpoint besides the store's own address: one task for each, so that endpoints
 * wait for nothing but themselves.
 */
export const notifyEndpointKind = coreKind({
  kind: 'notify-endpoint',
  // Each task names its endpoint instead.
  needs: 'shop',
  payload: endpointNotification,
  waitsMs: STORE_BACKOFF_MS,
  timeoutMs: 30 * SECOND,
  concurrencyPerStore: 4,
})

/** No list: all types. */
export const isInFilter = ({ events }: Pick<EndpointFilter, 'events'>, type: string): boolean =>
  events === null || events.includes(type)

export const wants = (
  endpoint: Pick<EndpointFilter, 'isEnabled' | 'events'>,
  type: string,
): boolean => endpoint.isEnabled && isInFilter(endpoint, type)

type WhenAndWhere = When & { endpoints: readonly EndpointFilter[] }

/** Message ids equal those of the store's own notifications: a receiver of both dedupes. */
export const tasksToNotifyEndpoints = (
  order: Pick<OrderRow, 'id' | 'store_id'>,
  notifications: readonly Notification[],
  { endpoints, ...when }: WhenAndWhere,
): NewTask[] =>
  notifications.flatMap(({ type, paymentId, key }) => {
    const firstKey = keyOfNotification(order, { paymentId, key })
    const known = { type, paymentId, messageId: messageIdOf(firstKey), orderId: order.id }
    return endpoints
      .filter((endpoint) => wants(endpoint, type))
      .map(({ id: endpointId }) =>
        notifyEndpointKind.task(
          { ...known, endpointId },
          {
            ...ofOrder(order),
            needs: endpointNeed(endpointId),
            uniqueKey: `${firstKey}:${endpointId}`,
            ...when,
          },
        ),
      )
  })

/** Tasks that notify a store of a saved card, at its own address and its endpoints. */
export const tasksOfSavedCard = (
  saved: SavedCardToNotify,
  { endpoints, now }: { endpoints: readonly EndpointFilter[] | null; now: Date },
): NewTask[] => {
  const { occasion: _, ...told } = saved
  const firstKey = keyOfSavedCard(saved)
  const known = { ...told, type: SAVED_CARD_TYPE, messageId: messageIdOf(firstKey) } as const
  return [
    newNotifySavedCardTask(saved, { now }),
    ...(endpoints ?? [])
      .filter((endpoint) => wants(endpoint, SAVED_CARD_TYPE))
      .map(({ id: endpointId }) =>
        notifyEndpointKind.task(
          { ...known, endpointId },
          {
            storeId: saved.storeId,
            needs: endpointNeed(endpointId),
            uniqueKey: `${firstKey}:${endpointId}`,
            now,
          },
        ),
      ),
  ]
}

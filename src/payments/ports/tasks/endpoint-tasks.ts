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
import type { TaskOwner, When } from './task-kind.ts'

const endpointNotification = z.discriminatedUnion('type', [
  orderNotificationPayload.extend({ endpointId: EndpointId, orderId: OrderId }),
  savedCardPayload.extend({ endpointId: EndpointId, type: z.literal(SAVED_CARD_TYPE) }),
])

export type EndpointNotification = z.output<typeof endpointNotification>

/**
 * Notifies an endpoint besides the store's own address. Each endpoint has its own tasks, so that a slow
 * endpoint delays no other.
 */
export const notifyEndpointKind = coreKind({
  kind: 'notify-endpoint',
  // Each task overrides it with its endpoint.
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

type WithoutEndpoint<Each> = Each extends unknown ? Omit<Each, 'endpointId'> : never

/** Makes a task for each endpoint that wants the type. `firstKey`: of the store's own notification. */
const tasksOf = (
  endpoints: readonly EndpointFilter[],
  payload: WithoutEndpoint<EndpointNotification>,
  { firstKey, ...of }: { firstKey: string } & TaskOwner & When,
): NewTask[] =>
  endpoints
    .filter((endpoint) => wants(endpoint, payload.type))
    .map(({ id: endpointId }) =>
      notifyEndpointKind.task(
        { ...payload, endpointId },
        { ...of, needs: endpointNeed(endpointId), uniqueKey: `${firstKey}:${endpointId}` },
      ),
    )

type WhenAndEndpoints = When & { endpoints: readonly EndpointFilter[] }

/** Uses the message ids of the store's own notifications, so that a receiver of both dedupes. */
export const tasksToNotifyEndpoints = (
  order: Pick<OrderRow, 'id' | 'store_id'>,
  notifications: readonly Notification[],
  { endpoints, ...when }: WhenAndEndpoints,
): NewTask[] =>
  notifications.flatMap(({ type, paymentId, key }) => {
    const firstKey = keyOfNotification(order, { paymentId, key })
    const known = { type, paymentId, messageId: messageIdOf(firstKey), orderId: order.id }
    return tasksOf(endpoints, known, { firstKey, ...ofOrder(order), ...when })
  })

/** Returns tasks that notify a store of a saved card, at its own address and its endpoints. */
export const tasksOfSavedCard = (
  saved: SavedCardToNotify,
  { endpoints, now }: { endpoints: readonly EndpointFilter[] | null; now: Date },
): NewTask[] => {
  const { occasion: _, ...payload } = saved
  const firstKey = keyOfSavedCard(saved)
  const known = { ...payload, type: SAVED_CARD_TYPE, messageId: messageIdOf(firstKey) } as const
  return [
    newNotifySavedCardTask(saved, { now }),
    ...tasksOf(endpoints ?? [], known, { firstKey, storeId: saved.storeId, now }),
  ]
}

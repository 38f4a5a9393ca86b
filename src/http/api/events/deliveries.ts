import { z } from 'zod'
import { eventsOfStores, findEventOfStores } from '../../../db/events/events-of-stores.ts'
import { findTask, tasksOfStores } from '../../../db/tasks/task-history.ts'
import { eventSeqOf, taskIdOf } from '../../../domain/public-ids.ts'
import { NOTIFICATION_KINDS } from '../../../payments/notifications/notifications.ts'
import { previewNotification } from '../../../payments/notifications/preview.ts'
import { maskSecrets } from '../../../runtime/text/masking.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { NOTIFICATION_STATES, notificationView } from '../notifications/notification-schemas.ts'
import { NOTIFICATION_FILTERS, viewsOfNotifications } from '../notifications/notifications.ts'
import { orderReference, storeIdField } from '../operator/list-schemas.ts'
import { defineList } from '../operator/lists.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { ordersOf, referenceOf, withStoreAndOrder } from '../orders/views-of-stores.ts'
import { defineOperatorRoute, type OperatorRoute, refuse } from '../route.ts'
import { taskView } from '../tasks/task-schemas.ts'
import { viewsOfTasks } from '../tasks/tasks.ts'
import { eventOfStore, viewOfEvent } from './event-view.ts'

const listEvents = defineList({
  path: '/operator/v1/events',
  operationId: 'listEvents',
  tag: 'Deliveries',
  summary: 'Webhooks that came in for all stores of the person, newest first',
  list: 'events',
  filters: {
    source: plainText(50).optional().describe('`gateway`, or a platform.'),
    state: z
      .enum(['waiting', 'given_up'])
      .optional()
      .describe('Only those that are not handled: of each store, among its newest 2,000 of them.'),
    message_id: plainText(191).optional().describe("The sender's own id."),
  },
  row: eventOfStore,
  id: 'EventsOfStores',
  description: 'A page of webhooks; of many stores, each looks at the newest 2,000 of all',
  read: async (input, scope) => {
    const { ctx, query } = input
    const filter = { source: query.source, messageId: query.message_id, state: query.state }
    const { rows, next } = await eventsOfStores(ctx.db.query, { ...scope, ...filter })
    return { data: rows.map(viewOfEvent), next }
  },
})

const readEvent = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/events/{id}',
  operationId: 'readEvent',
  tag: 'Deliveries',
  scope: 'read',
  summary: 'A webhook that came in, with its body masked',
  answers: { 200: { description: 'The webhook', schema: eventOfStore } },
  problems: { 404: 'The person has no such webhook' },
  handle: async ({ ctx, id, storeIds }) => {
    const seq = eventSeqOf(id)
    const event =
      seq === undefined
        ? undefined
        : await findEventOfStores(ctx.db.query, { storeIds, seq: String(seq) })
    return event ? { status: 200, body: viewOfEvent(event) } : refuse(NOT_FOUND)
  },
})

const notificationOfStore = notificationView
  .omit({ order_id: true })
  .extend({ store_id: storeIdField, order: orderReference.nullable() })
  .meta({ id: 'NotificationOfStore' })

const listNotifications = defineList({
  path: '/operator/v1/notifications',
  operationId: 'listNotifications',
  tag: 'Deliveries',
  summary: 'What the stores of the person were or are to be notified of, newest first',
  list: 'tasks',
  filters: { state: z.enum(NOTIFICATION_STATES).optional() },
  row: notificationOfStore,
  id: 'NotificationsOfStores',
  description: 'A page of notifications',
  read: async (input, scope) => {
    const { ctx, query } = input
    const filter = query.state ? NOTIFICATION_FILTERS[query.state] : {}
    const { rows, next } = await tasksOfStores(ctx.db.query, {
      ...scope,
      ...filter,
      kinds: NOTIFICATION_KINDS,
    })
    const data = await withStoreAndOrder(ctx.db.query, rows, await viewsOfNotifications(ctx, rows))
    return { data, next }
  },
})

const notificationWithBody = notificationOfStore
  .extend({
    body: z.string().nullable().meta({
      description:
        'What it says if it is sent now, without card numbers and secrets: it tells how the order stands, and no copy is kept. `null`: its order is not there any more.',
    }),
    failures: taskView.shape.failures,
    earlier_failures: taskView.shape.earlier_failures,
  })
  .meta({ id: 'NotificationWithBody' })

const readNotification = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/notifications/{id}',
  operationId: 'readNotification',
  tag: 'Deliveries',
  scope: 'read',
  summary: 'A notification with what it says, and how the store answered its tries',
  answers: { 200: { description: 'The notification', schema: notificationWithBody } },
  problems: { 404: 'The person has no such notification' },
  handle: async ({ ctx, id: name, storeIds }) => {
    const id = taskIdOf(name)
    const task =
      id === undefined ? undefined : await findTask(ctx.db.query, { storeId: undefined, id })
    if (!task || !NOTIFICATION_KINDS.includes(task.kind) || !storeIds.includes(task.store_id)) {
      return refuse(NOT_FOUND)
    }
    const [notification] = await viewsOfNotifications(ctx, [task])
    const [tried] = await viewsOfTasks(ctx, [task])
    if (!notification || !tried) return refuse(NOT_FOUND)
    const { order_id: _, ...words } = notification
    const order = referenceOf((await ordersOf(ctx.db.query, [task])).get(task.order_id ?? ''))
    const said = await previewNotification(ctx, task)
    const body: z.input<typeof notificationWithBody> = {
      ...words,
      store_id: task.store_id,
      order,
      body: said ? maskSecrets(JSON.stringify(said)) : null,
      failures: tried.failures,
      earlier_failures: tried.earlier_failures,
    }
    return { status: 200, body }
  },
})

export const deliveryRoutes: readonly OperatorRoute[] = [
  listEvents,
  readEvent,
  listNotifications,
  readNotification,
]

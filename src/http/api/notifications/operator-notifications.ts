import { z } from 'zod'
import { findTask, tasksOfStores } from '../../../db/tasks/task-history.ts'
import { taskIdOf } from '../../../domain/public-ids.ts'
import { previewNotification } from '../../../payments/notifications/message-body.ts'
import { NOTIFICATION_KINDS } from '../../../payments/notifications/notifications.ts'
import { maskSecrets } from '../../../runtime/text/masking.ts'
import { orderReference, storeIdField } from '../operator/list-schemas.ts'
import { defineList } from '../operator/lists.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { ordersOf, referenceOf, withStoreAndOrder } from '../orders/views-of-stores.ts'
import { defineOperatorRoute, type OperatorRoute, refuse } from '../route.ts'
import { taskView } from '../tasks/task-schemas.ts'
import { viewsOfTasks } from '../tasks/tasks.ts'
import { NOTIFICATION_STATES, notificationView } from './notification-schemas.ts'
import { NOTIFICATION_FILTERS, viewsOfNotifications } from './notifications.ts'

const notificationOfStore = notificationView
  .omit({ order_id: true })
  .extend({ store_id: storeIdField, order: orderReference.nullable() })
  .meta({ id: 'NotificationOfStore' })

const listNotifications = defineList({
  path: '/operator/v1/notifications',
  operationId: 'listNotifications',
  tag: 'Deliveries',
  summary: 'List notifications of all stores, newest first',
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
        'Body of a send now, without card numbers and secrets. It reports the current state of the order; Puente keeps no copy. `null`: the order no longer exists.',
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
  summary: 'Read a notification with its body and failed tries',
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

export const operatorNotificationRoutes: readonly OperatorRoute[] = [
  listNotifications,
  readNotification,
]

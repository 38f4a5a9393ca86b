import { z } from 'zod'
import type { DbQuery } from '../../../db/db.ts'
import { LIVE_STATES } from '../../../db/events/replays.ts'
import type { PageOfStores } from '../../../db/lists/page-of-stores.ts'
import { circuitName, listCircuits } from '../../../db/stores/circuits.ts'
import { attemptsOfTask, type TaskFilter, tasksOfStores } from '../../../db/tasks/task-history.ts'
import { NO_ROW, taskIdOf } from '../../../domain/public-ids.ts'
import { previewNotification } from '../../../payments/notifications/message-body.ts'
import {
  DELIVERY_KINDS,
  resendNotification,
  resumeNotifications,
} from '../../../payments/notifications/notifications.ts'
import { MISSED } from '../../../payments/notifications/notify-endpoint.ts'
import { WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { LISTED_TYPES } from '../../../payments/ports/notification.ts'
import { notFound } from '../../../runtime/http/problem.ts'
import { instant } from '../../../runtime/instant.ts'
import { maskSecrets } from '../../../runtime/text/masking.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { ENDPOINT_DISABLED } from '../endpoints/endpoints.ts'
import { pageOf } from '../merchant/pages.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { defineResourceList } from '../operator/lists.ts'
import { byStore, byTask } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { withStoreAndOrder } from '../orders/views-of-stores.ts'
import { defineMerchantRoute, refuse } from '../route.ts'
import { taskView, viewsOfTasks } from '../tasks/task-view.ts'
import { attemptView, viewOfAttempt } from './attempt-view.ts'
import {
  type ListedNotificationState,
  NOTIFICATION_STATES,
  notificationOfStore,
  notificationView,
  typesOrKinds,
  viewsOfNotifications,
} from './notification-view.ts'

const FILTERS: Record<ListedNotificationState, Pick<TaskFilter, 'states' | 'note'>> = {
  waiting: { states: LIVE_STATES },
  told: { states: ['done'], note: null },
  left_out: { states: ['done'], note: 'left-out' },
  nobody_to_tell: { states: ['done'], note: 'nobody-to-tell' },
  given_up: { states: ['dead'] },
  missed: { states: ['done'], note: MISSED },
}

interface NotificationQuery {
  state?: ListedNotificationState | undefined
  order_id?: string | undefined
  type?: (typeof LISTED_TYPES)[number] | undefined
  endpoint_id?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const readNotifications = (
  query: DbQuery,
  { state, order_id, type, endpoint_id, ...page }: PageOfStores & NotificationQuery,
) =>
  tasksOfStores(query, {
    ...page,
    kinds: DELIVERY_KINDS,
    orderExternalId: order_id,
    types: type && typesOrKinds(type),
    endpointId: endpoint_id,
    ...(state ? FILTERS[state] : {}),
  })

const state = z.enum(NOTIFICATION_STATES).optional()
const endpoint_id = plainText(100).optional().describe('Id of an endpoint.')
const typeAndTime = {
  type: z.enum(LISTED_TYPES).optional(),
  from: instant.optional().describe('Created at this time or later.'),
  to: instant.optional().describe('Created before this time.'),
}
const viewsWithStore = withStoreAndOrder(viewsOfNotifications)

export const listNotificationsOfStore = defineResourceList({
  list: 'tasks',
  description: 'A page of notifications',
  ofStore: {
    path: '/v1/notifications',
    operationId: 'listNotifications',
    tag: 'Notifications',
    summary: 'List notifications, newest first',
    filters: {
      state,
      order_id: plainText(191).optional().describe("The shop's id of an order."),
      endpoint_id,
    },
    page: pageOf(notificationView, 'NotificationList', {
      paused_at: z.iso.datetime().nullable().meta({
        description:
          'Time at which Puente paused notifications to the shop, which wait until you resume them; otherwise `null`.',
      }),
      failing_since: z.iso.datetime().nullable().meta({
        description:
          'Time of the first failure since the last accepted notification; `null` without one.',
      }),
      last_error: z.string().nullable().meta({
        description: 'Latest error of the shop; `null` without one.',
        example: 'HTTP 503',
      }),
    }),
    read: readNotifications,
    views: viewsOfNotifications,
    answer: async ({ ctx, store }, page) => {
      const [circuit] = await listCircuits(ctx.db.query, [circuitName('shop', store)])
      const body = {
        ...page,
        paused_at: circuit?.paused_at?.toISOString() ?? null,
        failing_since: circuit?.failing_since.toISOString() ?? null,
        last_error: circuit?.last_error ?? null,
      }
      return { status: 200, body }
    },
  },
  acrossStores: {
    summary: 'List notifications of all stores, newest first',
    filters: { state, endpoint_id, ...typeAndTime },
    row: notificationOfStore,
    id: 'NotificationsOfStores',
    read: readNotifications,
    views: viewsWithStore,
  },
})

const MOST_ATTEMPTS = 50

const notificationWithBody = notificationOfStore
  .extend({
    body: z.string().nullable().meta({
      description:
        'Body that Puente would send now: the current state of the order, without card numbers and secrets. `attempts` contain the bodies that were sent. `null` if the order no longer exists.',
    }),
    attempts: z.array(attemptView).meta({ description: 'Last 50 attempts, newest first.' }),
    attempts_kept_days: z.int().meta({
      description: 'Days after which Puente deletes an attempt (`RETENTION_ATTEMPTS_DAYS`).',
      example: 14,
    }),
    failures: taskView.shape.failures,
    earlier_failures: taskView.shape.earlier_failures,
  })
  .meta({ id: 'NotificationWithBody' })

export const readNotification = defineLocatedRoute({
  method: 'get',
  path: '/operator/v1/notifications/{id}',
  operationId: 'readNotification',
  tag: 'Deliveries',
  scope: 'read',
  locate: byTask,
  summary: 'Read a notification with its attempts and current body',
  answers: { 200: { description: 'The notification', schema: notificationWithBody } },
  problems: { 404: "No such notification in the person's organizations" },
  handle: async (input) => {
    const { ctx, row: task } = input
    if (!DELIVERY_KINDS.includes(task.kind)) return refuse(NOT_FOUND)
    const [notification] = await viewsWithStore(input, [task])
    const [tried] = await viewsOfTasks(input, [task])
    if (!notification || !tried) return refuse(NOT_FOUND)
    const preview = await previewNotification(ctx, task)
    const attempts = await attemptsOfTask(ctx.db.query, { id: task.id, most: MOST_ATTEMPTS })
    const body: z.input<typeof notificationWithBody> = {
      ...notification,
      attempts: attempts.map(viewOfAttempt),
      attempts_kept_days: ctx.attemptDays,
      body: preview ? maskSecrets(JSON.stringify(preview)) : null,
      failures: tried.failures,
      earlier_failures: tried.earlier_failures,
    }
    return { status: 200, body }
  },
})

const resumeAnswer = z
  .object({ waiting: z.int().meta({ description: 'Number of notifications resumed.' }) })
  .meta({ id: 'NotificationsResumed' })

export const resendNotificationOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/notifications/{id}/resend',
  scope: 'admin',
  operationId: 'resendNotification',
  tag: 'Notifications',
  summary: 'Resend a notification under the same `webhook-id`',
  byPerson: { scope: 'checkout', locate: byTask },
  answers: {
    201: { description: 'The notification, which Puente sends again', schema: notificationView },
    200: {
      description: 'The notification, which was still waiting and is now due',
      schema: notificationView,
    },
  },
  problems: {
    404: 'The store has no such notification, or its endpoint was removed',
    409: 'The endpoint is disabled (`endpoint_disabled`)',
  },
  handle: async ({ ctx, store, id }) => {
    const resending = { query: ctx.db.query, now: ctx.clock.now(), storeId: store.id }
    const outcome = await resendNotification(resending, taskIdOf(id) ?? NO_ROW)
    switch (outcome.outcome) {
      case 'no-such-notification':
        return refuse(notFound('The store has no such notification'))
      case 'no-such-endpoint':
        return refuse(notFound('The endpoint of the notification was removed'))
      case 'endpoint-disabled':
        return refuse(ENDPOINT_DISABLED)
      default: {
        ctx.signals.send(WORK_SIGNAL)
        const [body] = await viewsOfNotifications({ ctx }, [outcome.task])
        return { status: outcome.outcome === 'resent' ? 201 : 200, body }
      }
    }
  },
})

export const resumeNotificationsOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/notifications/resume',
  scope: 'admin',
  operationId: 'resumeNotifications',
  tag: 'Notifications',
  summary: 'Resume notifications to a paused or failing shop, oldest first',
  byPerson: {
    path: '/operator/v1/stores/{id}/notifications/resume',
    scope: 'checkout',
    locate: byStore,
  },
  answers: { 200: { description: 'The number of notifications resumed', schema: resumeAnswer } },
  problems: {},
  handle: async ({ ctx, store }) => {
    const resuming = { storeId: store.id, now: ctx.clock.now() }
    const waiting = await resumeNotifications(ctx.db.query, resuming)
    ctx.signals.send(WORK_SIGNAL)
    return { status: 200, body: { waiting } satisfies z.input<typeof resumeAnswer> }
  },
})

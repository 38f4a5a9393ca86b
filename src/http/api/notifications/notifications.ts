import type { z } from 'zod'
import { LIVE_STATES } from '../../../db/events/replays.ts'
import { findOrderOfStore, ordersByIds } from '../../../db/orders/orders.ts'
import { circuitName, listCircuits } from '../../../db/stores/circuits.ts'
import type { TaskRow } from '../../../db/tasks/outbox.ts'
import { listTasks, type TaskFilter } from '../../../db/tasks/task-history.ts'
import { taskIdOf, taskName } from '../../../domain/public-ids.ts'
import {
  NOTIFICATION_KINDS,
  resendNotification,
  resumeNotifications,
} from '../../../payments/notifications/notifications.ts'
import { type PaymentsContext, WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { isLive } from '../../../payments/ports/replay-tasks.ts'
import { notifySavedCardKind } from '../../../payments/ports/tasks/notification-tasks.ts'
import { viewOfWait, waitsOfTasks } from '../../../payments/tasks/waiting.ts'
import { notFound } from '../../../runtime/http/problem.ts'
import { cutPage, readPlace } from '../merchant/pages.ts'
import { byStore, byTask } from '../operator/locate.ts'
import { defineMerchantRoute, refuse } from '../route.ts'
import {
  type NOTIFICATION_STATES,
  notificationList,
  notificationListQuery,
  notificationView,
  resumeAnswer,
} from './notification-schemas.ts'

type NotificationState = (typeof NOTIFICATION_STATES)[number]

export const listNotificationsOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/notifications',
  scope: 'read',
  operationId: 'listNotifications',
  tag: 'Notifications',
  summary: 'List notifications, newest first',
  query: notificationListQuery,
  answers: { 200: { description: 'A page of notifications', schema: notificationList } },
  problems: { 422: 'A filter is not valid' },
  handle: async ({ ctx, store, query }) => {
    const place = readPlace(query.cursor, taskIdOf)
    if (place.outcome === 'refused') return place.answer
    const order = query.order_id
      ? await findOrderOfStore(ctx.db.query, store.id, query.order_id)
      : undefined
    const isOfNoOrder = query.order_id !== undefined && !order
    const found = isOfNoOrder
      ? []
      : await listTasks(ctx.db.query, store.id, {
          kinds: NOTIFICATION_KINDS,
          ...(query.state ? NOTIFICATION_FILTERS[query.state] : {}),
          orderId: order?.id,
          before: place.before,
          limit: query.limit + 1,
        })
    const { page, last } = cutPage(found, query.limit)
    const [circuit] = await listCircuits(ctx.db.query, [circuitName('shop', store)])
    const body: z.input<typeof notificationList> = {
      data: await viewsOfNotifications(ctx, page),
      next_cursor: last ? taskName(last.id) : null,
      paused_at: circuit?.paused_at?.toISOString() ?? null,
      failing_since: circuit?.failing_since.toISOString() ?? null,
      last_error: circuit?.last_error ?? null,
    }
    return { status: 200, body }
  },
})

export const resendNotificationOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/notifications/{id}/resend',
  scope: 'admin',
  operationId: 'resendNotification',
  tag: 'Notifications',
  summary: 'Resend a notification under the same `webhook-id`',
  byPerson: {
    path: '/operator/v1/notifications/{id}/resend',
    tag: 'Deliveries',
    scope: 'checkout',
    locate: byTask,
  },
  answers: {
    201: { description: 'It is sent again', schema: notificationView },
    200: {
      description: 'It is still waiting, and is sent as soon as can be',
      schema: notificationView,
    },
  },
  problems: { 404: 'The store has no such notification' },
  handle: async ({ ctx, store, id }) => {
    const taskId = taskIdOf(id)
    const resending = { query: ctx.db.query, now: ctx.clock.now(), storeId: store.id }
    const outcome =
      taskId === undefined
        ? { outcome: 'no-such-notification' as const }
        : await resendNotification(resending, taskId)
    if (outcome.outcome === 'no-such-notification') {
      return refuse(notFound('The store has no such notification'))
    }
    ctx.signals.send(WORK_SIGNAL)
    const [body] = await viewsOfNotifications(ctx, [outcome.task])
    return { status: outcome.outcome === 'resent' ? 201 : 200, body }
  },
})

export const resumeNotificationsOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/notifications/resume',
  scope: 'admin',
  operationId: 'resumeNotifications',
  tag: 'Notifications',
  summary: 'Resume a paused or failing shop: Puente sends waiting notifications, oldest first',
  byPerson: {
    path: '/operator/v1/stores/{id}/notifications/resume',
    tag: 'Deliveries',
    scope: 'checkout',
    locate: byStore,
  },
  answers: { 200: { description: 'How many are sent now', schema: resumeAnswer } },
  problems: {},
  handle: async ({ ctx, store }) => {
    const resuming = { storeId: store.id, now: ctx.clock.now() }
    const waiting = await resumeNotifications(ctx.db.query, resuming)
    ctx.signals.send(WORK_SIGNAL)
    return { status: 200, body: { waiting } satisfies z.input<typeof resumeAnswer> }
  },
})

export const NOTIFICATION_FILTERS: Record<
  NotificationState,
  Pick<TaskFilter, 'states' | 'note'>
> = {
  waiting: { states: LIVE_STATES },
  told: { states: ['done'], note: null },
  left_out: { states: ['done'], note: 'left-out' },
  nobody_to_tell: { states: ['done'], note: 'nobody-to-tell' },
  given_up: { states: ['dead'] },
}

const stateOf = (task: TaskRow): NotificationState => {
  if (isLive(task)) return 'waiting'
  if (task.state === 'dead') return 'given_up'
  if (task.note === 'left-out') return 'left_out'
  return task.note === 'nobody-to-tell' ? 'nobody_to_tell' : 'told'
}

export const viewsOfNotifications = async (
  ctx: PaymentsContext,
  tasks: readonly TaskRow[],
): Promise<z.input<typeof notificationView>[]> => {
  const orders = await ordersByIds(
    ctx.db.query,
    tasks.flatMap(({ order_id }) => order_id ?? []),
  )
  const waits = await waitsOfTasks(ctx.db.query, tasks, ctx.clock.now())
  return tasks.map((task) => ({
    id: taskName(task.id),
    message_id: String(task.payload.messageId ?? ''),
    type:
      task.kind === notifySavedCardKind.kind
        ? 'payment_method.saved'
        : String(task.payload.type ?? ''),
    state: stateOf(task),
    order_id: orders.get(task.order_id ?? '')?.external_id ?? null,
    tries: task.tries,
    next_try_at: task.state === 'ready' ? task.run_at.toISOString() : null,
    ...viewOfWait(waits.get(task.id)),
    last_error: task.last_error,
    resend_of: task.replay_of === null ? null : taskName(task.replay_of),
    created_at: task.created_at.toISOString(),
    ended_at: task.ended_at?.toISOString() ?? null,
  }))
}

import { z } from 'zod'
import { ordersByIds } from '../../../db/orders/orders.ts'
import { endpointOfTask } from '../../../db/tables/tasks.ts'
import type { TaskRow } from '../../../db/tasks/outbox.ts'
import { taskName } from '../../../domain/public-ids.ts'
import { MISSED } from '../../../payments/notifications/notify-endpoint.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { type LISTED_TYPES, SAVED_CARD_TYPE } from '../../../payments/ports/notification.ts'
import { isLive } from '../../../payments/ports/replay-tasks.ts'
import { notifySavedCardKind } from '../../../payments/ports/tasks/notification-tasks.ts'
import { viewOfWait, waitsOfTasks } from '../../../payments/tasks/waiting.ts'
import { waitFields } from '../checkouts/schemas.ts'
import { storeAndOrder } from '../operator/list-schemas.ts'

export const NOTIFICATION_STATES = [
  'waiting',
  'told',
  'left_out',
  'nobody_to_tell',
  'given_up',
  'missed',
] as const

/** A task that notifies the store's own address of a saved card has no type, only a kind. */
export const typesOrKinds = (type: (typeof LISTED_TYPES)[number]): string[] =>
  type === SAVED_CARD_TYPE ? [notifySavedCardKind.kind, type] : [type]

export type ListedNotificationState = (typeof NOTIFICATION_STATES)[number]

export const notificationView = z
  .object({
    id: z.string().meta({ example: 'tsk_12' }),
    message_id: z.string().meta({
      description: '`webhook-id` header, equal for every delivery of the notification.',
      example: 'msg_01kadq2v7w8x9y0z1a2b3c4d5e',
    }),
    type: z.string().meta({ example: 'order.paid' }),
    state: z.enum(NOTIFICATION_STATES).meta({
      description:
        '`waiting`: Puente sends or retries it. `told`: the shop accepted it. `left_out`: a later change made it obsolete before Puente sent it. `nobody_to_tell`: the store has no notify URL. `given_up`: Puente stopped retrying it. `missed`: its endpoint was disabled or removed.',
    }),
    order_id: z.string().nullable().meta({
      description: "The shop's id of the order.",
      example: 'A-1',
    }),
    endpoint_id: z.string().nullable().meta({
      description: "Endpoint that receives it; `null` for the store's notify URL.",
      example: 'ep_01kadq2v7w8x9y0z1a2b3c4d5e',
    }),
    tries: z.int().meta({ description: 'Number of tries so far.' }),
    next_try_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time of the next try; `null` without one.' }),
    ...waitFields,
    last_error: z.string().nullable().meta({ description: 'Latest error; `null` without one.' }),
    resend_of: z.string().nullable().meta({
      description: 'Id of the notification that this one resends; otherwise `null`.',
      example: 'tsk_7',
    }),
    created_at: z.iso.datetime(),
    ended_at: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'Time at which it left the state `waiting`; `null` before.' }),
  })
  .meta({ id: 'Notification' })

export const notificationOfStore = notificationView
  .omit({ order_id: true })
  .extend(storeAndOrder)
  .meta({ id: 'NotificationOfStore' })

const stateOf = (task: TaskRow): ListedNotificationState => {
  if (isLive(task)) return 'waiting'
  if (task.state === 'dead') return 'given_up'
  if (task.note === 'left-out') return 'left_out'
  if (task.note === MISSED) return 'missed'
  return task.note === 'nobody-to-tell' ? 'nobody_to_tell' : 'told'
}

export const viewsOfNotifications = async (
  { ctx }: { ctx: PaymentsContext },
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
      task.kind === notifySavedCardKind.kind ? SAVED_CARD_TYPE : String(task.payload.type ?? ''),
    state: stateOf(task),
    order_id: orders.get(task.order_id ?? '')?.external_id ?? null,
    endpoint_id: endpointOfTask(task) ?? null,
    tries: task.tries,
    next_try_at: task.state === 'ready' ? task.run_at.toISOString() : null,
    ...viewOfWait(waits.get(task.id)),
    last_error: task.last_error,
    resend_of: task.replay_of === null ? null : taskName(task.replay_of),
    created_at: task.created_at.toISOString(),
    ended_at: task.ended_at?.toISOString() ?? null,
  }))
}

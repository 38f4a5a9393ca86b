import { z } from 'zod'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { waitFields } from '../checkouts/schemas.ts'
import { pageFields } from '../merchant/pages.ts'

export const NOTIFICATION_STATES = [
  'waiting',
  'told',
  'left_out',
  'nobody_to_tell',
  'given_up',
] as const

const state = z.enum(NOTIFICATION_STATES)

export const notificationListQuery = z.strictObject({
  state: state.optional(),
  order_id: plainText(191).optional().describe("The shop's own id of an order."),
  ...pageFields,
})

export const notificationView = z
  .object({
    id: z.string().meta({ example: 'tsk_12' }),
    message_id: z.string().meta({
      description: 'The `webhook-id` that the shop sees, the same for each repetition.',
      example: 'msg_01kadq2v7w8x9y0z1a2b3c4d5e',
    }),
    type: z.string().meta({ example: 'order.paid' }),
    state: state.meta({
      description:
        '`left_out`: it was no longer true when its turn came. `nobody_to_tell`: the store has no notify URL.',
    }),
    order_id: z.string().nullable().meta({
      description: "The shop's own id of the order that it is about.",
      example: 'A-1',
    }),
    tries: z.int(),
    next_try_at: z.iso.datetime().nullable(),
    ...waitFields,
    last_error: z.string().nullable(),
    resend_of: z.string().nullable().meta({
      description: 'The notification that this one sends again.',
      example: 'tsk_7',
    }),
    created_at: z.iso.datetime(),
    ended_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Notification' })

export const notificationList = z
  .object({
    data: z.array(notificationView),
    next_cursor: z.string().nullable(),
    paused_at: z.iso.datetime().nullable().meta({
      description:
        'Since when the shop is not tried any more; everything waits until it is resumed.',
    }),
    failing_since: z.iso.datetime().nullable().meta({
      description: 'Since when the shop has taken nothing.',
    }),
    last_error: z.string().nullable().meta({
      description: 'How the shop failed last.',
      example: 'HTTP 503',
    }),
  })
  .meta({ id: 'NotificationList' })

export const resumeAnswer = z
  .object({ waiting: z.int().meta({ description: 'How many notifications are sent now.' }) })
  .meta({ id: 'NotificationsResumed' })

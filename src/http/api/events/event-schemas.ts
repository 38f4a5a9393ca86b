import { z } from 'zod'
import { LISTED_EVENT_STATES } from '../../../db/events/event-list.ts'
import { instantText } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { pageFields } from '../merchant/pages.ts'

export const eventListQuery = z.strictObject({
  state: z.enum(LISTED_EVENT_STATES).optional(),
  type: plainText(100).optional().meta({ example: 'payment.approved' }),
  from: instantText.optional().describe('Received at this instant or later.'),
  to: instantText.optional().describe('Received before this instant.'),
  ...pageFields,
})

const event = z.object({
  id: z.string().meta({ example: 'evt_12' }),
  source: z
    .string()
    .meta({ description: '`gateway`, or the platform that sent it.', example: 'gateway' }),
  message_id: z.string().meta({ description: "The sender's own id." }),
  type: z.string().nullable().meta({ example: 'payment.approved' }),
  state: z.enum(LISTED_EVENT_STATES).meta({
    description:
      '`given_up`: Puente could not read or apply it; replay it once the cause is fixed.',
  }),
  outcome: z.string().nullable().meta({
    description:
      'One word: `applied`, `no-change`, `foreign` (no order of the store), `unreadable`…',
    example: 'applied',
  }),
  reason: z.string().nullable().meta({ description: 'The last error, while Puente keeps it.' }),
  task_id: z.string().nullable().meta({
    description: 'The task that handles this event alone (`GET /v1/tasks/{id}`), if any.',
  }),
  received_at: z.iso.datetime(),
  handled_at: z.iso.datetime().nullable(),
})

export const eventView = event.meta({ id: 'Event' })

export const eventWithBody = event
  .extend({
    body: z.unknown().meta({
      description:
        'The body without keys, tokens and card numbers: JSON, or text if it is no JSON.',
    }),
  })
  .meta({ id: 'EventWithBody' })

export const eventList = z
  .object({
    data: z.array(eventView),
    next_cursor: z.string().nullable().meta({
      description: 'Cursor of the next page, even if this one is short or empty.',
    }),
  })
  .meta({ id: 'EventList' })

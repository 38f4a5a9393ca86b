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
  source: z.string().meta({ description: '`gateway`, or the platform that sent it.' }),
  message_id: z.string().meta({ description: "The sender's own id of it." }),
  type: z.string().nullable().meta({ example: 'payment.approved' }),
  state: z.enum(LISTED_EVENT_STATES).meta({
    description:
      '`given_up`: it could not be read or applied, and waits for somebody to replay it.',
  }),
  outcome: z.string().nullable().meta({
    description:
      'What became of it in a word, as `applied`, `no-change`, `foreign` (of no order of the store), `unreadable`.',
    example: 'applied',
  }),
  reason: z.string().nullable().meta({ description: 'Why it was not applied, as far as is kept.' }),
  task_id: z.string().nullable().meta({
    description: 'The task that handles it by itself (`GET /v1/tasks/{id}`), if it has one.',
  }),
  received_at: z.iso.datetime(),
  handled_at: z.iso.datetime().nullable(),
})

export const eventView = event.meta({ id: 'Event' })

export const eventWithBody = event
  .extend({
    body: z.unknown().meta({
      description:
        'As it came, without what a log must never hold: keys, tokens and card numbers. JSON, or the text of what is none.',
    }),
  })
  .meta({ id: 'EventWithBody' })

export const eventList = z
  .object({
    data: z.array(eventView),
    next_cursor: z.string().nullable().meta({
      description: 'A page with few events, or none, is not the last one as long as this is here.',
    }),
  })
  .meta({ id: 'EventList' })

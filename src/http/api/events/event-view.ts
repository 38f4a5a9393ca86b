import { z } from 'zod'
import { LISTED_EVENT_STATES, type ListedEvent } from '../../../db/events/event-list.ts'
import { eventName } from '../../../domain/public-ids.ts'
import { readEventName } from '../../../gateway/event.ts'
import { maskSecrets } from '../../../runtime/text/masking.ts'
import { storeIdField } from '../operator/list-schemas.ts'

const MOST_CHARACTERS = 20_000

export const eventOfStore = z
  .object({
    id: z.string().meta({ example: 'evt_12' }),
    store_id: storeIdField,
    source: z.string().meta({ description: '`gateway`, or a platform.', example: 'gateway' }),
    message_id: z.string().meta({ description: "The sender's own id." }),
    topic: z.string().nullable(),
    type: z.string().nullable().meta({ example: 'payment.approved' }),
    received_at: z.iso.datetime(),
    state: z.enum(LISTED_EVENT_STATES).meta({
      description:
        '`given_up`: it could not be read or applied, and waits for somebody to replay it.',
    }),
    outcome: z.string().nullable().meta({
      description: 'What became of it, in a word.',
      example: 'applied',
    }),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Why it was not applied, as far as is kept.' }),
    handled_at: z.iso.datetime().nullable(),
    body: z.string().meta({
      description: 'As it came, without card numbers and secrets; its first 20,000 characters.',
    }),
  })
  .meta({ id: 'EventOfStore' })

export const viewOfEvent = (event: ListedEvent): z.input<typeof eventOfStore> => ({
  id: eventName(event.seq),
  store_id: event.store_id,
  source: event.source,
  message_id: event.message_id,
  topic: event.topic,
  type: event.topic ?? readEventName(event.body)?.type ?? null,
  received_at: event.received_at.toISOString(),
  state: event.state,
  outcome: event.outcome,
  reason: event.last_error && maskSecrets(event.last_error),
  handled_at: event.handled_at?.toISOString() ?? null,
  // Mask first: a slice may leave part of a card number.
  body: maskSecrets(event.body.toString()).slice(0, MOST_CHARACTERS),
})

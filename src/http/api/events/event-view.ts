import { z } from 'zod'
import type { ListedEvent } from '../../../db/events/event-list.ts'
import { eventName, taskName } from '../../../domain/public-ids.ts'
import { readEventName } from '../../../gateway/event.ts'
import { maskSecrets } from '../../../runtime/text/masking.ts'
import { storeIdField } from '../operator/list-schemas.ts'
import { eventView } from './event-schemas.ts'

const MOST_CHARACTERS = 20_000

export const eventOfStore = eventView
  .omit({ task_id: true })
  .extend({
    store_id: storeIdField,
    topic: z.string().nullable(),
    body: z.string().meta({
      description: 'Raw body without card numbers and secrets; the first 20,000 characters.',
    }),
  })
  .meta({ id: 'EventOfStore' })

export const viewOfEvent = (event: ListedEvent): z.input<typeof eventView> => ({
  id: eventName(event.seq),
  source: event.source,
  message_id: event.message_id,
  type: event.topic ?? readEventName(event.body)?.type ?? null,
  state: event.state,
  outcome: event.outcome,
  reason: event.last_error,
  task_id: event.task_id === null ? null : taskName(event.task_id),
  received_at: event.received_at.toISOString(),
  handled_at: event.handled_at?.toISOString() ?? null,
})

export const viewOfEventOfStore = (event: ListedEvent): z.input<typeof eventOfStore> => {
  const { task_id: _, reason, ...view } = viewOfEvent(event)
  return {
    ...view,
    store_id: event.store_id,
    topic: event.topic,
    reason: reason && maskSecrets(reason),
    // Mask first: a slice may leave part of a card number.
    body: maskSecrets(event.body.toString()).slice(0, MOST_CHARACTERS),
  }
}

import { z } from 'zod'
import { LISTED_EVENT_STATES, type ListedEvent } from '../../../db/events/event-list.ts'
import { eventName, taskName } from '../../../domain/public-ids.ts'
import { readEventName } from '../../../gateway/event.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { maskSecrets } from '../../../runtime/text/masking.ts'
import { orderReference, storeIdField } from '../operator/list-schemas.ts'
import { referenceOf } from '../orders/views-of-stores.ts'
import { type OrderOfEvent, ordersOfEvents } from './event-orders.ts'

const MOST_CHARACTERS = 20_000

const event = z.object({
  id: z.string().meta({ example: 'evt_12' }),
  source: z.string().meta({ description: 'Sender: `gateway` or a platform.', example: 'gateway' }),
  message_id: z.string().meta({ description: "The sender's id of the event." }),
  type: z.string().nullable().meta({ example: 'payment.approved' }),
  state: z.enum(LISTED_EVENT_STATES).meta({
    description:
      '`waiting`: not handled yet. `handled`: see `outcome`. `given_up`: Puente could not read or apply it; replay it once the cause is fixed.',
  }),
  outcome: z.string().nullable().meta({
    description:
      'Outcome of a handled event, such as `applied`, `no-change`, `foreign` (no order of the store) or `unreadable`; otherwise `null`.',
    example: 'applied',
  }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Last error; `null` without one, or after its retention.' }),
  task_id: z.string().nullable().meta({
    description: 'Task that handles only this event (`GET /v1/tasks/{id}`); otherwise `null`.',
  }),
  received_at: z.iso.datetime(),
  handled_at: z.iso
    .datetime()
    .nullable()
    .meta({ description: 'Time at which Puente handled it; `null` before.' }),
})

export const eventView = event.meta({ id: 'Event' })

export const eventWithBody = event
  .extend({
    body: z.unknown().meta({
      description:
        'Body without keys, tokens and card numbers: parsed JSON, or text if it is not JSON.',
    }),
  })
  .meta({ id: 'EventWithBody' })

export const eventOfStore = event
  .omit({ task_id: true })
  .extend({
    store_id: storeIdField,
    order: orderReference.nullable(),
    amount: z.string().nullable().meta({
      description:
        'Amount of the refund for a refund event, otherwise of the charge or the order; `null` if unknown.',
      example: '125.50',
    }),
    currency: z.string().nullable().meta({ example: 'HNL' }),
    topic: z
      .string()
      .nullable()
      .meta({ description: 'Topic that the platform sends in a header; otherwise `null`.' }),
    body: z.string().meta({
      description: 'First 20,000 characters of the raw body, without card numbers and secrets.',
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

export const viewWithBody = (event: ListedEvent): z.input<typeof eventWithBody> => ({
  ...viewOfEvent(event),
  body: shownBody(event),
})

const shownBody = ({ body }: ListedEvent): unknown => {
  const masked = maskSecrets(body.toString())
  try {
    return JSON.parse(masked)
  } catch {
    return masked
  }
}

export const viewsOfEventsOfStores = async (
  { ctx }: { ctx: PaymentsContext },
  events: readonly ListedEvent[],
): Promise<z.input<typeof eventOfStore>[]> => {
  const about = await ordersOfEvents(ctx, events)
  return events.map((event) => viewOfEventOfStore(event, about.get(event.seq)))
}

const viewOfEventOfStore = (
  event: ListedEvent,
  about: OrderOfEvent | undefined,
): z.input<typeof eventOfStore> => {
  const { task_id: _, reason, ...view } = viewOfEvent(event)
  return {
    ...view,
    store_id: event.store_id,
    order: referenceOf(about?.order),
    amount: about?.amount ?? null,
    currency: about?.currency ?? null,
    topic: event.topic,
    reason: reason && maskSecrets(reason),
    // Mask first: a slice may split a card number.
    body: maskSecrets(event.body.toString()).slice(0, MOST_CHARACTERS),
  }
}

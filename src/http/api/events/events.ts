import { z } from 'zod'
import {
  findEvent,
  LISTED_EVENT_STATES,
  type ListedEvent,
  listEvents,
  type PageOfEvents,
} from '../../../db/events/event-list.ts'
import { eventsOfStores } from '../../../db/events/events-of-stores.ts'
import { eventSeqOf, NO_ROW } from '../../../domain/public-ids.ts'
import { EVENT_SIGNAL, type PaymentsContext, WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { replayEvent } from '../../../payments/tasks/replay-event.ts'
import { notFound, problem } from '../../../runtime/http/problem.ts'
import { instant } from '../../../runtime/instant.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { pageOf } from '../merchant/pages.ts'
import { defineResourceList } from '../operator/lists.ts'
import { byEvent } from '../operator/locate.ts'
import { defineMerchantRoute, type MerchantRoute, refuse } from '../route.ts'
import {
  eventOfStore,
  eventView,
  eventWithBody,
  viewOfEvent,
  viewsOfEventsOfStores,
  viewWithBody,
} from './event-view.ts'

const NO_SUCH_EVENT = 'The store has no such event'

const typeAndTime = {
  type: plainText(100).optional().meta({ example: 'payment.approved' }),
  from: instant.optional().describe('Received at this time or later.'),
  to: instant.optional().describe('Received before this time.'),
}

/** The body search also finds a type elsewhere in a body. */
const ofType = <Page extends PageOfEvents>(page: Page, type: string | undefined): Page =>
  type === undefined
    ? page
    : { ...page, rows: page.rows.filter((event) => viewOfEvent(event).type === type) }

export const listEventsOfStore = defineResourceList({
  list: 'events',
  description: 'A page of events',
  ofStore: {
    path: '/v1/events',
    operationId: 'listEvents',
    tag: 'Events',
    summary: 'List events of the gateway and the platform, newest first',
    filters: {
      state: z.enum(LISTED_EVENT_STATES).optional(),
      ...typeAndTime,
    },
    page: pageOf(eventView, 'EventList', {
      next_cursor: z.string().nullable().meta({
        description:
          'Cursor of the next page, even if this one is short or empty; `null` on the last one.',
      }),
    }),
    read: async (query, { type, ...filter }) =>
      ofType(await listEvents(query, { ...filter, topic: type }), type),
    views: async (_, events) => events.map(viewOfEvent),
  },
  acrossStores: {
    summary: 'List inbound webhooks of all stores, newest first',
    description:
      'A page of webhooks. Over more than 20 stores, a page covers the newest 2,000 webhooks',
    filters: {
      source: plainText(50).optional().describe('Sender: `gateway` or a platform.'),
      state: z
        .enum(['waiting', 'given_up'])
        .optional()
        .describe(
          'Restricts the list to unhandled webhooks in this state: the newest ones of each store.',
        ),
      message_id: plainText(191).optional().describe("The sender's id of the event."),
      ...typeAndTime,
    },
    row: eventOfStore,
    id: 'EventsOfStores',
    read: async (query, { message_id: messageId, type, ...page }) =>
      ofType(await eventsOfStores(query, { ...page, messageId, topic: type }), type),
    views: viewsOfEventsOfStores,
  },
})

const answerEvent =
  (
    viewOf: (ctx: PaymentsContext, event: ListedEvent) => object | Promise<object>,
  ): MerchantRoute['handle'] =>
  async ({ ctx, store, id }) => {
    const named = { storeId: store.id, seq: eventSeqOf(id) ?? NO_ROW }
    const event = await findEvent(ctx.db.query, named)
    if (!event) return refuse(notFound(NO_SUCH_EVENT))
    return { status: 200, body: await viewOf(ctx, event) }
  }

export const readEventOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/events/{id}',
  scope: 'read',
  operationId: 'readEvent',
  tag: 'Events',
  summary: 'Read an event with its body',
  byPerson: {
    locate: byEvent,
    summary: 'Read an inbound webhook with its masked body',
    answers: { 200: { description: 'The webhook', schema: eventOfStore } },
    handle: answerEvent(async (ctx, event) => {
      const [view] = await viewsOfEventsOfStores({ ctx }, [event])
      return view ?? {}
    }),
  },
  answers: { 200: { description: 'The event', schema: eventWithBody } },
  problems: { 404: NO_SUCH_EVENT },
  handle: answerEvent((_, event) => viewWithBody(event)),
})

export const replayEventOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/events/{id}/replay',
  scope: 'admin',
  operationId: 'replayEvent',
  tag: 'Events',
  summary: 'Replay an event that Puente gave up on',
  byPerson: { scope: 'checkout', locate: byEvent },
  answers: {
    201: { description: 'The event, which Puente handles again', schema: eventView },
    200: { description: 'The event, which was already waiting', schema: eventView },
  },
  problems: {
    404: NO_SUCH_EVENT,
    409: 'The event was already handled (`event_handled`)',
  },
  handle: async ({ ctx, store, id }) => {
    const replaying = { query: ctx.db.query, now: ctx.clock.now(), storeId: store.id }
    const replayed = await replayEvent(replaying, eventSeqOf(id) ?? NO_ROW)
    switch (replayed.outcome) {
      case 'no-such-event':
        return refuse(notFound(NO_SUCH_EVENT))
      case 'handled':
        return refuse(
          problem({
            code: 'event_handled',
            title: 'The event was already handled',
            detail: `Its outcome is "${replayed.event.outcome}". Nothing was changed.`,
          }),
        )
      default: {
        ctx.signals.send(EVENT_SIGNAL)
        ctx.signals.send(WORK_SIGNAL)
        const status = replayed.outcome === 'replayed' ? 201 : 200
        return { status, body: viewOfEvent(replayed.event) }
      }
    }
  },
})

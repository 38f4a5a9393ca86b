import type { z } from 'zod'
import {
  type EventPosition,
  findEvent,
  type ListedEvent,
  listEvents,
} from '../../../db/events/event-list.ts'
import { eventSeqOf } from '../../../domain/public-ids.ts'
import { EVENT_SIGNAL, WORK_SIGNAL } from '../../../payments/ports/context.ts'
import { replayEvent } from '../../../payments/tasks/replay-event.ts'
import { notFound, problem } from '../../../runtime/http/problem.ts'
import { maskSecrets } from '../../../runtime/text/masking.ts'
import { readPlace } from '../merchant/pages.ts'
import { byEvent } from '../operator/locate.ts'
import { defineMerchantRoute, refuse } from '../route.ts'
import { eventList, eventListQuery, eventView, eventWithBody } from './event-schemas.ts'
import { viewOfEvent } from './event-view.ts'

const NO_SUCH_EVENT = 'The store has no such event'

export const listEventsOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/events',
  scope: 'read',
  operationId: 'listEvents',
  tag: 'Events',
  summary: 'List events of the gateway and the platform, newest first',
  query: eventListQuery,
  answers: { 200: { description: 'A page of events', schema: eventList } },
  problems: { 422: 'A filter is not valid' },
  handle: async ({ ctx, store, query }) => {
    const place = readPlace(query.cursor, positionOf)
    if (place.outcome === 'refused') return place.answer
    const { events, next } = await listEvents(ctx.db.query, store.id, {
      state: query.state,
      topic: query.type,
      from: query.from === undefined ? undefined : new Date(query.from),
      to: query.to === undefined ? undefined : new Date(query.to),
      before: place.before,
      limit: query.limit,
    })
    const body: z.input<typeof eventList> = {
      data: events.map(viewOfEvent).filter(({ type }) => !query.type || type === query.type),
      next_cursor: next ? cursorOf(next) : null,
    }
    return { status: 200, body }
  },
})

export const readEventOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/events/{id}',
  scope: 'read',
  operationId: 'readEvent',
  tag: 'Events',
  summary: 'Read an event with its body',
  answers: { 200: { description: 'The event', schema: eventWithBody } },
  problems: { 404: NO_SUCH_EVENT },
  handle: async ({ ctx, store, id }) => {
    const seq = eventSeqOf(id)
    const event =
      seq === undefined ? undefined : await findEvent(ctx.db.query, { storeId: store.id, seq })
    if (!event) return refuse(notFound(NO_SUCH_EVENT))
    return { status: 200, body: { ...viewOfEvent(event), body: shownBody(event) } }
  },
})

export const replayEventOfStore = defineMerchantRoute({
  method: 'post',
  path: '/v1/events/{id}/replay',
  scope: 'admin',
  operationId: 'replayEvent',
  tag: 'Events',
  summary: 'Replay an event that Puente gave up',
  byPerson: {
    path: '/operator/v1/events/{id}/replay',
    tag: 'Deliveries',
    scope: 'checkout',
    locate: byEvent,
  },
  answers: {
    201: { description: 'It is handled again', schema: eventView },
    200: { description: 'It waits to be handled already', schema: eventView },
  },
  problems: {
    404: NO_SUCH_EVENT,
    409: 'It was handled, and stays as it is (`event_handled`)',
  },
  handle: async ({ ctx, store, id }) => {
    const seq = eventSeqOf(id)
    const replaying = { query: ctx.db.query, now: ctx.clock.now(), storeId: store.id }
    const replayed =
      seq === undefined ? { outcome: 'no-such-event' as const } : await replayEvent(replaying, seq)
    switch (replayed.outcome) {
      case 'no-such-event':
        return refuse(notFound(NO_SUCH_EVENT))
      case 'handled':
        return refuse(
          problem({
            status: 409,
            code: 'event_handled',
            title: 'The event was handled, and stays as it is',
            detail: `It was handled with the outcome "${replayed.event.outcome}". Nothing was done now.`,
            retry: 'permanent',
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

const shownBody = ({ body }: ListedEvent): unknown => {
  const masked = maskSecrets(body.toString())
  try {
    return JSON.parse(masked)
  } catch {
    return masked
  }
}

const cursorOf = ({ received_at, seq }: EventPosition): string =>
  Buffer.from(`${received_at.getTime()} ${seq}`).toString('base64url')

const positionOf = (cursor: string): EventPosition | undefined => {
  const [, ms, seq] =
    /^(\d{1,15}) (\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  return ms === undefined || seq === undefined
    ? undefined
    : { received_at: new Date(Number(ms)), seq: BigInt(seq) }
}

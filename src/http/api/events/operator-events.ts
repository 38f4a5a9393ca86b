import { z } from 'zod'
import { eventsOfStores, findEventOfStores } from '../../../db/events/events-of-stores.ts'
import { eventSeqOf } from '../../../domain/public-ids.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { defineList } from '../operator/lists.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { defineOperatorRoute, type OperatorRoute, refuse } from '../route.ts'
import { eventOfStore, viewOfEventOfStore } from './event-view.ts'

const listEvents = defineList({
  path: '/operator/v1/events',
  operationId: 'listEvents',
  tag: 'Deliveries',
  summary: 'List inbound webhooks of all stores, newest first',
  list: 'events',
  filters: {
    source: plainText(50).optional().describe('`gateway`, or a platform.'),
    state: z
      .enum(['waiting', 'given_up'])
      .optional()
      .describe('Only those that are not handled: of each store, among its newest 2,000 of them.'),
    message_id: plainText(191).optional().describe("The sender's own id."),
  },
  row: eventOfStore,
  id: 'EventsOfStores',
  description: 'A page of webhooks; of many stores, each looks at the newest 2,000 of all',
  read: async (input, scope) => {
    const { ctx, query } = input
    const filter = { source: query.source, messageId: query.message_id, state: query.state }
    const { rows, next } = await eventsOfStores(ctx.db.query, { ...scope, ...filter })
    return { data: rows.map(viewOfEventOfStore), next }
  },
})

const readEvent = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/events/{id}',
  operationId: 'readEvent',
  tag: 'Deliveries',
  scope: 'read',
  summary: 'Read an inbound webhook with its masked body',
  answers: { 200: { description: 'The webhook', schema: eventOfStore } },
  problems: { 404: 'The person has no such webhook' },
  handle: async ({ ctx, id, storeIds }) => {
    const seq = eventSeqOf(id)
    const event =
      seq === undefined
        ? undefined
        : await findEventOfStores(ctx.db.query, { storeIds, seq: String(seq) })
    return event ? { status: 200, body: viewOfEventOfStore(event) } : refuse(NOT_FOUND)
  },
})

export const operatorEventRoutes: readonly OperatorRoute[] = [listEvents, readEvent]

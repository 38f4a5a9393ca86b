import { z } from 'zod'
import { problem } from '../../../runtime/http/problem.ts'
import { defineOperatorRoute, refuse } from '../route.ts'

export const watchChanges = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/changes',
  operationId: 'watchChanges',
  tag: 'Changes',
  scope: 'read',
  summary: "Stream changes in the person's stores as server-sent events",
  answers: {
    200: {
      description:
        'Events `changes` with `{"changes": [{"store_id", "kind", "id"}]}`, where `kind` is `order`, `alert`, `reconciliation` or `store`; and `reset`, which asks the client to reload everything. `Last-Event-ID` resumes the stream. The stream ends with the session and after ten minutes; reconnect then.',
      schema: z.string(),
      contentType: 'text/event-stream',
    },
  },
  problems: {
    503: 'The person or the process has too many open streams (`too_busy`); retry after `Retry-After`',
  },
  handle: async ({ changes, person, storeIds, lastEventId, isStillAllowed }) => {
    const stream = await changes.open({
      personId: person.id,
      storeIds,
      lastEventId,
      isStillAllowed,
    })
    if (!stream) return refuse(TOO_MANY, { 'retry-after': '30' })
    return {
      status: 200,
      body: stream,
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      },
    }
  },
})

const TOO_MANY = problem({
  code: 'too_busy',
  title: 'Too many open streams; close one or retry later',
})

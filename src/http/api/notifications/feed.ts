import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { FeedPosition } from '../../../db/notifications/feed.ts'
import { feedEnd, readFeed } from '../../../payments/feed/feed.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { SECOND } from '../../../runtime/clock.ts'
import { createTallyByAddress as createTallyByKey } from '../../../runtime/http/caps.ts'
import { problem } from '../../../runtime/http/problem.ts'
import { type Answer, defineMerchantRoute, type MerchantInput, refuse } from '../route.ts'
import { feedPage, feedQuery } from './feed-schemas.ts'

const POLL_INTERVAL_MS = 300

/** Caps on concurrent long polls: each queries three times a second. */
const MAX_LONG_POLLS = { ofStore: 10, inAll: 50 }

const waiting = createTallyByKey()
const ALL = ''

/** Returns a release; `undefined` above the cap. */
const acquirePollSlot = (storeId: string): (() => void) | undefined => {
  const isFull =
    waiting.of(storeId) >= MAX_LONG_POLLS.ofStore || waiting.of(ALL) >= MAX_LONG_POLLS.inAll
  if (isFull) return undefined
  const count = (by: number): void => {
    waiting.add(storeId, by)
    waiting.add(ALL, by)
  }
  count(1)
  return () => count(-1)
}

export const readFeedOfStore = defineMerchantRoute({
  method: 'get',
  path: '/v1/feed',
  scope: 'read',
  operationId: 'readFeed',
  tag: 'Notifications',
  summary: 'Follow notifications to the shop and events of the gateway, oldest first',
  query: feedQuery,
  answers: {
    200: { description: 'The entries after the cursor, oldest first', schema: feedPage },
  },
  problems: {
    422: 'A parameter is not valid',
    503: 'Too many requests are waiting for an entry (`too_busy`); retry after `Retry-After`',
  },
  handle: async ({ ctx, store, query }) => {
    const endWait = query.wait > 0 ? acquirePollSlot(store.id) : () => {}
    return endWait ? answerFeed({ ctx, store, query }).finally(endWait) : refuse(TOO_MANY, RETRY)
  },
})

const answerFeed = async ({
  ctx,
  store,
  query,
}: Pick<MerchantInput, 'ctx' | 'store'> & {
  query: z.output<typeof feedQuery>
}): Promise<Answer> => {
  const after = await positionOf(ctx, query)
  const endsAt = performance.now() + query.wait * SECOND
  const follow = () => readFeed(ctx, store, { after, limit: query.limit, events: query.events })
  let feed = await follow()
  while (feed.entries.length === 0 && performance.now() < endsAt) {
    await sleep(POLL_INTERVAL_MS)
    feed = await follow()
  }
  const body: z.input<typeof feedPage> = {
    store: { id: store.id, environment: store.environment },
    data: feed.entries.map(({ position, at, orderId, ...entry }) => ({
      cursor: cursorOf(position),
      ...entry,
      order_id: orderId,
      at: at.toISOString(),
    })),
    cursor: cursorOf(feed.position),
  }
  return { status: 200, body }
}

const RETRY = { 'retry-after': '5' }

const TOO_MANY = problem({
  code: 'too_busy',
  title: 'Too many requests are waiting for an entry; retry later',
})

const cursorOf = ({ task, event }: FeedPosition): string => `${task}-${event}`

const positionOf = async (
  ctx: PaymentsContext,
  { after, from }: z.output<typeof feedQuery>,
): Promise<FeedPosition> => {
  if (after === undefined && from === 'now') return feedEnd(ctx)
  const [task = '0', event = '0'] = (after ?? '0-0').split('-')
  return { task: BigInt(task), event: BigInt(event) }
}

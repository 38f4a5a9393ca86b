import type { DbQuery } from '../../db/db.ts'
import {
  clearMissedSince,
  findEndpoint,
  lockReplays,
  type NotificationEndpointRow,
} from '../../db/endpoints/endpoints.ts'
import {
  countNotificationsOf,
  type MissedNotifications,
  replayToEndpoint,
} from '../../db/endpoints/replays.ts'
import { addMs, DAY } from '../../runtime/clock.ts'
import { fieldMessage } from '../../runtime/text/field-messages.ts'
import type { StoreDeps } from '../ports/store-connecting.ts'
import { type EndpointRefusal, refused } from './endpoint-fields.ts'

/** Upper bound on the notifications of one replay. */
export const MOST_REPLAYED = 10_000
/** Days that a replay reaches back; retention may delete notifications earlier. */
export const REPLAY_DAYS = 30

export interface ReplayRequest {
  from: Date
  /** Default: now. */
  to?: Date | undefined
  /** Includes notifications that the endpoint accepted. */
  isAll: boolean
  isDry: boolean
}

export type EndpointReplayOutcome =
  | { outcome: 'counted' | 'replayed'; notifications: number; orders: number; from: Date; to: Date }
  | { outcome: 'no-such-endpoint' }
  | { outcome: 'disabled' }
  | EndpointRefusal

/** Start of a replay that covers what the endpoint missed, as far back as a replay reaches. */
export const startOfReplay = (missedSince: Date, now: Date): Date => {
  const reach = addMs(now, -(REPLAY_DAYS - 1) * DAY)
  return missedSince > reach ? missedSince : reach
}

/**
 * Repeats the notifications planned from `from` on that fit the endpoint's filter, with their message
 * ids and the current orders. Skips those that it accepted or that wait for it, unless `isAll`.
 * `long`: a connection for slow statements.
 */
export const replayMissedNotifications = async (
  { long, ids, now }: Pick<StoreDeps, 'ids' | 'now'> & { long: DbQuery },
  known: Pick<NotificationEndpointRow, 'id' | 'store_id'>,
  { from, to = now, isAll, isDry }: ReplayRequest,
): Promise<EndpointReplayOutcome> => {
  if (from < addMs(now, -REPLAY_DAYS * DAY))
    return refused('from', fieldMessage('withinDays', { days: REPLAY_DAYS }))
  if (from >= to) return refused('from', fieldMessage('beforeEnd'))
  const count = (query: DbQuery, endpoint: NotificationEndpointRow) =>
    countMissed(query, { endpoint, from, to, isAll })
  const noteCaughtUp = async (query: DbQuery, endpoint: NotificationEndpointRow): Promise<void> => {
    const since = endpoint.missed_since
    if (since && from <= startOfReplay(since, now) && to >= now)
      await clearMissedSince(query, endpoint)
  }
  if (isDry) {
    const endpoint = await findEndpoint(long, known.id)
    if (!endpoint) return { outcome: 'no-such-endpoint' }
    const counted = await count(long, endpoint)
    if (counted.outcome === 'counted' && counted.notifications === 0)
      await noteCaughtUp(long, endpoint)
    return counted
  }
  return long.transaction().execute(async (trx): Promise<EndpointReplayOutcome> => {
    await lockReplays(trx, known.id)
    const endpoint = await findEndpoint(trx, known.id)
    if (!endpoint) return { outcome: 'no-such-endpoint' }
    if (endpoint.disabled_at) return { outcome: 'disabled' }
    const counted = await count(trx, endpoint)
    if (counted.outcome === 'refused') return counted
    const occasion = ids.next('rpl')
    await replayToEndpoint(trx, { endpoint, from, to, isAll, occasion, now })
    await noteCaughtUp(trx, endpoint)
    return { ...counted, outcome: 'replayed' }
  })
}

const countMissed = async (query: DbQuery, missed: MissedNotifications) => {
  const limit = MOST_REPLAYED + 1
  const { notifications, orders } = await countNotificationsOf(query, { ...missed, limit })
  if (notifications > MOST_REPLAYED)
    return refused('from', fieldMessage('tooManyToReplay', { most: MOST_REPLAYED }))
  const { from, to } = missed
  return { outcome: 'counted' as const, notifications, orders, from, to }
}

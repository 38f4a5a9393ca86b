import {
  clearMissedSince,
  lockEndpoint,
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

/**
 * Repeats the notifications planned from `from` on that fit the endpoint's filter, with their message
 * ids and the current orders. Skips waiting notifications and, unless `isAll`, accepted ones.
 */
export const replayMissedNotifications = async (
  { query, ids, now }: Pick<StoreDeps, 'query' | 'ids' | 'now'>,
  known: Pick<NotificationEndpointRow, 'id' | 'store_id'>,
  { from, to = now, isAll, isDry }: ReplayRequest,
): Promise<EndpointReplayOutcome> => {
  if (from < addMs(now, -REPLAY_DAYS * DAY))
    return refused('from', fieldMessage('withinDays', { days: REPLAY_DAYS }))
  if (from >= to) return refused('from', fieldMessage('beforeEnd'))
  return query.transaction().execute(async (trx): Promise<EndpointReplayOutcome> => {
    const endpoint = await lockEndpoint(trx, known.id)
    if (!endpoint) return { outcome: 'no-such-endpoint' }
    if (endpoint.disabled_at && !isDry) return { outcome: 'disabled' }
    const missed: MissedNotifications = { endpoint, from, to, isAll }
    const limit = MOST_REPLAYED + 1
    const { notifications, orders } = await countNotificationsOf(trx, { ...missed, limit })
    if (notifications > MOST_REPLAYED)
      return refused('from', fieldMessage('tooManyToReplay', { most: MOST_REPLAYED }))
    const counted = { notifications, orders, from, to }
    if (isDry) return { outcome: 'counted', ...counted }
    await replayToEndpoint(trx, { ...missed, occasion: ids.next('rpl'), now })
    const { missed_since: missedSince } = endpoint
    if (missedSince && from <= missedSince && to >= now) await clearMissedSince(trx, endpoint.id)
    return { outcome: 'replayed', ...counted }
  })
}

import type { DbQuery } from '../../db/db.ts'
import { findEndpoint } from '../../db/endpoints/endpoints.ts'
import { insertReplay, lockTask } from '../../db/events/replays.ts'
import { circuitName, deleteCircuit, releaseStorefrontTasks } from '../../db/stores/circuits.ts'
import { endpointOfTask } from '../../db/tables/tasks.ts'
import { makeTaskDue } from '../../db/tasks/held-tasks.ts'
import type { TaskRow } from '../../db/tasks/outbox.ts'
import { findTask, latestReplays } from '../../db/tasks/task-history.ts'
import type { StoreId } from '../../domain/ids.ts'
import { aboutStore, closeAlert } from '../alerts/alerts.ts'
import { isLive } from '../ports/replay-tasks.ts'
import { notifyEndpointKind } from '../ports/tasks/endpoint-tasks.ts'
import { notifySavedCardKind, notifyStorefrontKind } from '../ports/tasks/notification-tasks.ts'

/** Notifications that Puente plans once per store. */
export const NOTIFICATION_KINDS: readonly string[] = [
  notifyStorefrontKind.kind,
  notifySavedCardKind.kind,
]

/** Notifications to any endpoint, the store's own address included. */
export const DELIVERY_KINDS: readonly string[] = [...NOTIFICATION_KINDS, notifyEndpointKind.kind]

const isDelivery = ({ kind }: TaskRow): boolean => DELIVERY_KINDS.includes(kind)

export type ResendOutcome =
  | { outcome: 'resent'; task: TaskRow }
  | { outcome: 'waiting'; task: TaskRow }
  | { outcome: 'no-such-notification' }
  | { outcome: 'no-such-endpoint' }
  | { outcome: 'endpoint-disabled' }

/**
 * Resends a notification under the same message id, after any outcome. It reports the order's
 * current state; the worker skips an outdated one.
 */
export const resendNotification = async (
  { query, now, storeId }: { query: DbQuery; now: Date; storeId: StoreId },
  id: bigint,
): Promise<ResendOutcome> => {
  const named = await findTask(query, { storeId, id })
  if (!named || !isDelivery(named)) return { outcome: 'no-such-notification' }
  const endpointId = endpointOfTask(named)
  const endpoint = endpointId && (await findEndpoint(query, endpointId))
  if (endpointId && !endpoint) return { outcome: 'no-such-endpoint' }
  if (endpoint?.disabled_at) return { outcome: 'endpoint-disabled' }
  return query.transaction().execute(async (trx): Promise<ResendOutcome> => {
    const original = await lockTask(trx, named.replay_of ?? named.id)
    if (!original) return { outcome: 'no-such-notification' }
    const latest = (await latestReplays(trx, [original.id])).get(original.id) ?? original
    if (isLive(latest)) {
      await makeTaskDue(trx, latest.id, { now })
      return { outcome: 'waiting', task: latest }
    }
    return { outcome: 'resent', task: await insertReplay(trx, original, now) }
  })
}

/**
 * Resumes a paused or unreachable store: resets its circuit, closes alerts, makes waiting tasks
 * due, oldest first. Returns their number.
 */
export const resumeNotifications = (
  query: DbQuery,
  { storeId, now }: { storeId: StoreId; now: Date },
): Promise<number> =>
  query.transaction().execute(async (trx) => {
    await deleteCircuit(trx, circuitName('shop', { id: storeId, gateway_account: null }))
    for (const kind of ['shop_paused', 'shop_unreachable'] as const) {
      await closeAlert(trx, aboutStore({ id: storeId }, kind, now))
    }
    return releaseStorefrontTasks(trx, storeId)
  })

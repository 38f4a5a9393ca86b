import { circuitName, forgetCircuit, hurryShopTasks } from '../../db/circuits.ts'
import type { DbQuery } from '../../db/db.ts'
import { hurryTask } from '../../db/held-tasks.ts'
import type { TaskRow } from '../../db/outbox.ts'
import { insertReplay, lockTask } from '../../db/replays.ts'
import { findTask, latestReplays } from '../../db/task-history.ts'
import type { StoreId } from '../../domain/ids.ts'
import { closeAlert } from '../alerts/alerts.ts'
import { isLive } from '../ports/replay-tasks.ts'
import { notifySavedCardKind } from '../ports/tasks/notify-saved-card.ts'
import { notifyStorefrontKind } from '../ports/tasks/notify-storefront.ts'

/** The tasks that notify a shop something. */
export const NOTIFICATION_KINDS = [notifyStorefrontKind.kind, notifySavedCardKind.kind]

const isNotification = ({ kind }: TaskRow): boolean => NOTIFICATION_KINDS.includes(kind)

export type ResendOutcome =
  | { outcome: 'resent'; task: TaskRow }
  /** It still waits, and is sent now as soon as can be. */
  | { outcome: 'waiting'; task: TaskRow }
  | { outcome: 'no-such-notification' }

/**
 * Notifies a shop once more, under the same message id, whatever became of it before. It
 * says how the order stands by then; what is no longer true is left out, as it always is.
 */
export const resendNotification = async (
  { query, now, storeId }: { query: DbQuery; now: Date; storeId: StoreId },
  id: bigint,
): Promise<ResendOutcome> => {
  const named = await findTask(query, { storeId, id })
  if (!named || !isNotification(named)) return { outcome: 'no-such-notification' }
  return query.transaction().execute(async (trx): Promise<ResendOutcome> => {
    const original = await lockTask(trx, named.replay_of ?? named.id)
    if (!original) return { outcome: 'no-such-notification' }
    const latest = (await latestReplays(trx, [original.id])).get(original.id) ?? original
    if (isLive(latest)) {
      await hurryTask(trx, latest.id, { now })
      return { outcome: 'waiting', task: latest }
    }
    return { outcome: 'resent', task: await insertReplay(trx, original, now) }
  })
}

/**
 * Tries a shop again that was left alone or paused: everything that waits for it is due at once, the
 * oldest first. Returns how much that is.
 */
export const resumeNotifications = (
  query: DbQuery,
  { storeId, now }: { storeId: StoreId; now: Date },
): Promise<number> =>
  query.transaction().execute(async (trx) => {
    await forgetCircuit(trx, circuitName('shop', { id: storeId, gateway_account: null }))
    for (const kind of ['shop_paused', 'shop_unreachable'] as const) {
      await closeAlert(trx, { kind, storeId, subject: storeId, now })
    }
    return hurryShopTasks(trx, storeId)
  })

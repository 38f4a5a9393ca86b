import type { DbQuery } from '../../db/db.ts'
import type { TaskRow } from '../../db/outbox.ts'
import { findStore } from '../../db/stores.ts'
import type { Locale } from '../../db/tables/stores.ts'
import { closeAlert, openAlert } from '../alerts/alerts.ts'
import { taskName } from './task-name.ts'

/** A task and its replays are one matter: the problem is about the first of them. */
const aboutTask = (task: TaskRow, now: Date) => ({
  kind: 'task_given_up' as const,
  storeId: task.store_id,
  orderId: task.order_id ?? undefined,
  subject: String(task.replay_of ?? task.id),
  now,
})

/** A task that nobody tries any more is a problem of its store. */
export const reportDeadTask = async (
  trx: DbQuery,
  {
    task,
    meaning,
    lastError,
    now,
  }: {
    task: TaskRow
    /** What it means for the store; not known of a kind that this version does not know. */
    meaning: Record<Locale, string> | undefined
    lastError: string
    now: Date
  },
): Promise<void> => {
  const store = await findStore(trx, task.store_id)
  // Of a store that was never connected nobody has a list of alerts.
  if (!store) return
  const details = {
    task: task.kind,
    task_id: taskName(task.replay_of ?? task.id),
    ...(meaning ? { meaning: meaning[store.locale], meanings: meaning } : {}),
    last_error: lastError,
  }
  await openAlert(trx, { ...aboutTask(task, now), details })
}

/** A dead task was replayed with success. */
export const closeAlertOfDeadTask = (
  trx: DbQuery,
  { task, now }: { task: TaskRow; now: Date },
): Promise<void> => closeAlert(trx, aboutTask(task, now))

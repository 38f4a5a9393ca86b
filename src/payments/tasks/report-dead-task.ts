import type { DbQuery } from '../../db/db.ts'
import { findStore } from '../../db/stores/stores.ts'
import type { TaskRow } from '../../db/tasks/outbox.ts'
import { taskName } from '../../domain/public-ids.ts'
import type { Language } from '../../locales/language.ts'
import { closeAlert, openAlert } from '../alerts/alerts.ts'

/** Replays share their first task's alert. */
const aboutTask = (task: TaskRow, now: Date) => ({
  kind: 'task_given_up' as const,
  storeId: task.store_id,
  orderId: task.order_id ?? undefined,
  subject: String(task.replay_of ?? task.id),
  now,
})

export const reportDeadTask = async (
  trx: DbQuery,
  dead: {
    task: TaskRow
    /** `undefined` for a kind unknown to this version. */
    meaning: Record<Language, string> | undefined
    lastError: string
    now: Date
  },
): Promise<void> => {
  const { task, meaning, lastError, now } = dead
  const store = await findStore(trx, task.store_id)
  // Skips a store that never connected: it has no alert list.
  if (!store) return
  const details = {
    task: task.kind,
    task_id: taskName(task.replay_of ?? task.id),
    ...(meaning ? { meaning: meaning[store.locale], meanings: meaning } : {}),
    last_error: lastError,
  }
  await openAlert(trx, { ...aboutTask(task, now), details })
}

/** Closes the alert after a successful replay. */
export const closeAlertOfDeadTask = (
  trx: DbQuery,
  { task, now }: { task: TaskRow; now: Date },
): Promise<void> => closeAlert(trx, aboutTask(task, now))

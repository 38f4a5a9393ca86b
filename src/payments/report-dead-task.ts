import type { LedgerQuery } from '../ledger/ledger.ts'
import type { TaskRow } from '../ledger/outbox.ts'
import { openProblem } from './problems.ts'

/** A task that nobody tries any more is a problem of its store. */
export const reportDeadTask = (
  trx: LedgerQuery,
  { task, lastError, now }: { task: TaskRow; lastError: string; now: Date },
): Promise<void> =>
  openProblem(trx, {
    kind: 'task_given_up',
    storeId: task.store_id,
    orderId: task.order_id ?? undefined,
    subject: String(task.id),
    details: { task: task.kind, last_error: lastError },
    now,
  })

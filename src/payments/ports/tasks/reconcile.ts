import { z } from 'zod'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import type { StoreId } from '../../../domain/ids.ts'
import { MINUTE, SECOND } from '../../../runtime/clock.ts'
import { taskKind, type When } from './task-kind.ts'

export const reconcileKind = taskKind({
  kind: 'reconcile',
  needs: 'gateway',
  payload: z.object({ runId: z.string() }),
  // After this many failures the run marks itself failed; an operator can resume it.
  waitsMs: [2 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE],
  timeoutMs: 2 * MINUTE,
  concurrencyPerStore: 1,
  onFailure: { es: 'Una conciliación no sigue.', en: 'A reconciliation does not go on.' },
})

export const newReconcileTask = (run: { id: string; store_id: StoreId }, when: When): NewTask =>
  reconcileKind.task({ runId: run.id }, { storeId: run.store_id, ...when })

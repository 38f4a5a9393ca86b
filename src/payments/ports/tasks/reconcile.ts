import { z } from 'zod'
import type { NewTask } from '../../../db/tasks/outbox.ts'
import type { StoreId } from '../../../domain/ids.ts'
import { MINUTE, SECOND } from '../../../runtime/clock.ts'
import { coreKind } from './core-kind.ts'
import type { When } from './task-kind.ts'

export const reconcileKind = coreKind({
  kind: 'reconcile',
  needs: 'gateway',
  payload: z.object({ runId: z.string() }),
  // After this many failures the run marks itself failed; an operator can resume it.
  waitsMs: [2 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE],
  timeoutMs: 2 * MINUTE,
  concurrencyPerStore: 1,
})

export const newReconcileTask = (run: { id: string; store_id: StoreId }, when: When): NewTask =>
  reconcileKind.task({ runId: run.id }, { storeId: run.store_id, ...when })

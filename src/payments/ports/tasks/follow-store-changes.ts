import { z } from 'zod'
import type { NewTask } from '../../../db/outbox.ts'
import { StoreId } from '../../../domain/ids.ts'
import { HOUR, MINUTE } from '../../../runtime/clock.ts'
import { coreKind } from './core-kind.ts'
import type { When } from './task-kind.ts'

/** What has the store changed since it was asked last? */
export const followStoreChangesKind = coreKind({
  kind: 'follow-store-changes',
  needs: 'shop',
  payload: z.object({ storeId: StoreId }),
  // A store that does not answer is not asked more and more.
  unlessWaiting: { patiently: true },
  waitsMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  timeoutMs: 5 * MINUTE,
  atOncePerStore: 1,
  onFailure: {
    es: 'Puente no puede leer qué cambió en la tienda: un pedido cancelado allí puede seguir cobrándose.',
    en: 'Puente cannot read what changed in the store: an order that was cancelled there may still be charged.',
  },
  run: async (ctx, payload) =>
    (await import('../../store-sync/poll-store-changes.ts')).followStoreChanges(ctx, payload),
})

export const taskToFollowStoreChanges = (storeId: StoreId, when: When): NewTask =>
  followStoreChangesKind.task({ storeId }, { storeId, ...when })

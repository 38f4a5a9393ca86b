import { z } from 'zod'
import type { NewTask } from '../../../db/outbox.ts'
import { StoreId } from '../../../domain/ids.ts'
import { MINUTE } from '../../../runtime/clock.ts'
import { coreKind, WAITS_FOR_A_SHOP } from './core-kind.ts'
import type { When } from './task-kind.ts'

/** Are the store's webhooks still there, and switched on? */
export const keepStoreWebhooksKind = coreKind({
  kind: 'keep-store-webhooks',
  needs: 'shop',
  payload: z.object({ storeId: StoreId }),
  unlessWaiting: { patiently: true },
  waitsMs: WAITS_FOR_A_SHOP,
  // There will be another look.
  maxTries: 5,
  timeoutMs: MINUTE,
  atOncePerStore: 1,
  onFailure: {
    es: 'Los avisos de la tienda no se pudieron revisar: Puente ve sus cambios hasta un minuto después.',
    en: "The store's webhooks could not be seen to: Puente sees its changes up to a minute later.",
  },
  run: async (ctx, payload) =>
    (await import('../../store-sync/poll-store-changes.ts')).keepStoreWebhooks(ctx, payload),
})

export const taskToKeepStoreWebhooks = (storeId: StoreId, when: When): NewTask =>
  keepStoreWebhooksKind.task({ storeId }, { storeId, ...when })

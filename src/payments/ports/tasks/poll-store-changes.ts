import { HOUR, MINUTE } from '../../../runtime/clock.ts'
import { storeKind } from './core-kind.ts'

export const pollStoreChangesKind = storeKind({
  kind: 'follow-store-changes',
  needs: 'shop',
  // Keeps polls of a failing store from piling up.
  unlessWaiting: { patiently: true },
  waitsMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
  timeoutMs: 5 * MINUTE,
  concurrencyPerStore: 1,
})

export const newStorePollTask = pollStoreChangesKind.task

import { MINUTE, SECOND } from '../../../runtime/clock.ts'
import { orderKind } from './core-kind.ts'

export const findSavedCardKind = orderKind({
  kind: 'find-saved-card',
  needs: 'gateway',
  // The gateway saves it within seconds or never.
  waitsMs: [5 * SECOND, 20 * SECOND, MINUTE, 5 * MINUTE],
  timeoutMs: MINUTE,
  concurrencyPerStore: 2,
})

export const newFindSavedCardTask = findSavedCardKind.task

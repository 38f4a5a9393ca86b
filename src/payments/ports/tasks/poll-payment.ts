import { HOUR, MINUTE, SECOND } from '../../../runtime/clock.ts'
import { paymentKind } from './core-kind.ts'

export const pollPaymentKind = paymentKind({
  kind: 'ask-gateway',
  needs: 'gateway',
  waitsMs: [10 * SECOND, MINUTE, 10 * MINUTE, HOUR],
  maxTries: 10,
  timeoutMs: MINUTE,
  concurrencyPerStore: 4,
})

export const newPollTask = pollPaymentKind.task

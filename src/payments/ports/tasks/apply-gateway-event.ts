import { z } from 'zod'
import { MINUTE, SECOND } from '../../../runtime/clock.ts'
import { coreKind } from './core-kind.ts'

/** Gateway events only; platform webhooks become tasks of their platform's kind. */
export const messagePayload = z.object({ month: z.string(), seq: z.string() })

/** Applies an event that failed in its batch; the inbox creates these tasks. */
export const applyGatewayEventKind = coreKind({
  kind: 'apply-gateway-event',
  needs: 'db',
  payload: messagePayload,
  waitsMs: [SECOND, 10 * SECOND, MINUTE, 10 * MINUTE],
  // Over an hour: such a failure is not transient, so an operator must check.
  maxTries: 10,
  timeoutMs: 30 * SECOND,
  // Low, because each holds a connection while it waits for the order's lock.
  concurrencyPerStore: 4,
})

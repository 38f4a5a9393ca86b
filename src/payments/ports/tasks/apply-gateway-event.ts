import { z } from 'zod'
import { MINUTE, SECOND } from '../../../runtime/clock.ts'
import { coreKind } from './core-kind.ts'

/** A webhook of the inbox waits to be applied; those of platforms are tasks of the platform's kind. */
export const messagePayload = z.object({ month: z.string(), seq: z.string() })

/** An event that could not be applied with others: the inbox itself makes these tasks. */
export const applyGatewayEventKind = coreKind({
  kind: 'apply-gateway-event',
  needs: 'db',
  payload: messagePayload,
  waitsMs: [SECOND, 10 * SECOND, MINUTE, 10 * MINUTE],
  // More than an hour: by then it is no accident, and somebody has to look.
  maxTries: 10,
  timeoutMs: 30 * SECOND,
  // Events of one order wait for each other in the database, each with a connection in its hands.
  atOncePerStore: 4,
  onFailure: {
    es: 'Un evento de la pasarela no se aplicó: un pedido puede no mostrar lo que pasó con su pago.',
    en: 'An event of the gateway was not applied: an order may not show what happened to its payment.',
  },
  run: async (ctx, address) =>
    (await import('../../inbound/apply-gateway-event.ts')).applyGatewayEvent(ctx, address),
})

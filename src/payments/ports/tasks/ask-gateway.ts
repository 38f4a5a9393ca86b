import { z } from 'zod'
import type { PaymentRow } from '../../../db/db.ts'
import type { NewTask } from '../../../db/outbox.ts'
import { PaymentId } from '../../../domain/ids.ts'
import { HOUR, MINUTE, SECOND } from '../../../runtime/clock.ts'
import { coreKind, ofPayment } from './core-kind.ts'
import type { When } from './task-kind.ts'

/** Ask the gateway how a payment stands. */
export const askGatewayKind = coreKind({
  kind: 'ask-gateway',
  needs: 'gateway',
  payload: z.object({ paymentId: PaymentId }),
  waitsMs: [10 * SECOND, MINUTE, 10 * MINUTE, HOUR],
  maxTries: 10,
  timeoutMs: MINUTE,
  atOncePerStore: 4,
  onFailure: {
    es: 'No se pudo preguntar a la pasarela por un pago: el pedido puede no mostrar cómo está.',
    en: 'The gateway could not be asked about a payment: the order may not show how it stands.',
  },
  run: async (ctx, payload) =>
    (await import('../../inbound/ask-gateway.ts')).askGateway(ctx, payload),
})

export const taskToAskGateway = (payment: PaymentRow, when: When): NewTask =>
  askGatewayKind.task({ paymentId: payment.id }, { ...ofPayment(payment), ...when })

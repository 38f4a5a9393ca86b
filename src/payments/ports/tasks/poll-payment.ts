import { HOUR, MINUTE, SECOND } from '../../../runtime/clock.ts'
import { paymentKind } from './core-kind.ts'

export const pollPaymentKind = paymentKind({
  kind: 'ask-gateway',
  needs: 'gateway',
  waitsMs: [10 * SECOND, MINUTE, 10 * MINUTE, HOUR],
  maxTries: 10,
  timeoutMs: MINUTE,
  concurrencyPerStore: 4,
  onFailure: {
    es: 'No se pudo preguntar a la pasarela por un pago: el pedido puede no mostrar cómo está.',
    en: 'The gateway could not be asked about a payment: the order may not show how it stands.',
  },
})

export const newPollTask = pollPaymentKind.task

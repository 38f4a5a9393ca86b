import { z } from 'zod'
import type { StoreId } from '../../domain/ids.ts'
import type { RequestSource } from '../../domain/requests/request-states.ts'
import { orderWithPayments } from '../../http/api/checkouts/schemas.ts'
import type { newPaymentRequest, paidOtherwise } from '../../http/api/payment-requests/schemas.ts'
import { paymentRequestView } from '../../http/api/payment-requests/schemas.ts'
import { referenceOfKey } from '../../payments/requests/request-reference.ts'
import { stepsOf } from '../trigger/steps.ts'
import { TRIGGERS } from '../trigger/triggers.ts'
import type { Stage } from './stage.ts'

/** A payment request of the demo store. */
export interface DemoRequest {
  /** `now`: the counter's day. */
  daysAgo: number | 'now'
  /** Its outcome, or how the customer pays without the gateway. */
  story: 'open' | 'paid' | 'cancelled' | z.output<typeof paidOtherwise>['how']
  source: RequestSource
  body: z.input<typeof newPaymentRequest>
  /** Its idempotency key never changes, so a second run adds only what is missing. */
  key: string
}

const byLink = (
  key: string,
  { daysAgo, story, ...body }: Pick<DemoRequest, 'daysAgo' | 'story'> & DemoRequest['body'],
): DemoRequest => ({
  ...{ daysAgo, story, source: 'request', key: `demo-${key}` },
  body: { currency: 'HNL', reference: key, ...body },
})

/** Default name of a new tablet's counter. */
const COUNTER = '1'

const atCounter = (
  key: string,
  { story, ...body }: Pick<DemoRequest, 'story'> & DemoRequest['body'],
): DemoRequest => ({
  ...{ daysAgo: 'now', story, source: 'counter', key: `demo-${key}` },
  body: {
    ...{ currency: 'HNL', source: 'counter', counter: COUNTER, expires_in_minutes: 60 },
    ...body,
  },
})

const DAY_IN_MINUTES = 1_440

export const DEMO_REQUESTS: readonly DemoRequest[] = [
  byLink('C-101', {
    ...{ daysAgo: 9, story: 'paid', amount: '1450.00', description: 'Hamaca de algodón' },
    customer: { name: 'Luis Zelaya', phone: '9911-2233' },
  }),
  byLink('C-102', {
    ...{ daysAgo: 6, story: 'open', amount: '600.00', description: 'Anticipo de una hamaca' },
    ...{ customer: { name: 'Karla Rosales' }, expires_in_minutes: DAY_IN_MINUTES },
  }),
  byLink('C-103', {
    ...{ daysAgo: 4, story: 'transfer', amount: '740.00', description: '4 libras de café' },
    ...{ customer: { name: 'José Núñez', phone: '+504 3344-5566' }, note: 'Transfirió el lunes' },
  }),
  byLink('C-104', {
    ...{ daysAgo: 2, story: 'cancelled', amount: '95.75', description: 'Rosquillas' },
    customer: { name: 'Sofía Paz' },
  }),
  byLink('C-105', {
    ...{ daysAgo: 0, story: 'open', amount: '320.50', description: 'Lámina «Guara roja»' },
    ...{ customer: { name: 'Ana Mejía', phone: '9988-7766' }, note: 'Entregar el viernes' },
  }),
  atCounter('counter-1', { story: 'paid', amount: '99.00', tip: '9.00', description: '2 × Café' }),
  atCounter('counter-2', { story: 'paid', amount: '45.00', description: 'Café' }),
  atCounter('counter-3', { story: 'cash', amount: '80.00', description: 'Café, Semita' }),
  atCounter('counter-4', { story: 'paid', amount: '170.00', description: 'Desayuno típico, Café' }),
  atCounter('counter-5', { story: 'open', amount: '125.00', description: 'Desayuno típico' }),
]

/** Returns the id of the request's order in the API, before it exists. */
export const orderIdOf = (storeId: StoreId, { source, key }: DemoRequest): string =>
  referenceOfKey(source, { storeId, key }).externalId

/** Creates the request, then acts as its customer or its merchant. */
export const playRequest = async (
  { api, sandbox, publishableKey }: Stage,
  { story, body, key }: DemoRequest,
): Promise<void> => {
  const { id, amount, currency } = await api.call('/v1/payment-requests', {
    ...{ schema: paymentRequestView, body, idempotencyKey: key },
  })
  switch (story) {
    case 'open':
      return
    case 'cancelled':
      await api.call(`/v1/orders/${id}/cancel`, { schema: z.unknown(), body: {} })
      return
    case 'paid': {
      const { order, payment } = await api.call(`/v1/orders/${id}`, { schema: orderWithPayments })
      const asked = { id, amount, currency }
      const steps = stepsOf({ api, sandbox, order: asked, publishableKey, say: () => {} })
      // An interrupted run may have paid it.
      if (order.status === 'awaiting_payment') {
        const checkout = payment?.checkout_url
        await (checkout ? steps.pay(checkout, 'approved') : steps.payByCardFields('approved'))
      }
      await steps.until(TRIGGERS['order.paid'].isOver)
      return
    }
    default:
      await api.call(`/v1/payment-requests/${id}/paid-otherwise`, {
        ...{ schema: paymentRequestView, body: { how: story } },
      })
  }
}

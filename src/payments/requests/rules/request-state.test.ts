import { expect, it } from 'vitest'
import { stateOfRequest } from './request-state.ts'

type Order = Parameters<typeof stateOfRequest>[0]

const order = (fields: Partial<Order>): Order => ({
  status: 'awaiting_payment',
  cancelled_by: null,
  last_payment_error: null,
  time_over_at: null,
  ...fields,
})

const at = '2026-05-04T12:00:00.000Z'
const error: Order['last_payment_error'] = { code: 'currency_refused', message: null, at }

const cancelled = (fields: Partial<Order>) => order({ status: 'cancelled', ...fields })

it.each<[string, Order, string]>([
  ['without a payment is open', order({}), 'open'],
  ['whose payment needs attention is paid', order({ status: 'on_hold' }), 'paid'],
  ['whose checkout expired is expired', order({ status: 'payment_expired' }), 'expired'],
  ['that expired by the policy is expired', cancelled({ cancelled_by: 'policy' }), 'expired'],
  [
    'that the gateway refused is refused, not expired',
    cancelled({ cancelled_by: 'policy', last_payment_error: error }),
    'refused',
  ],
  [
    'whose time ran out after a refused card is expired',
    cancelled({
      cancelled_by: 'policy',
      last_payment_error: error,
      time_over_at: new Date(at),
    }),
    'expired',
  ],
  [
    'that its merchant cancelled after the refusal is cancelled',
    cancelled({ cancelled_by: 'merchant', last_payment_error: error }),
    'cancelled',
  ],
])('a payment request %s', (_, given, state) => {
  expect(stateOfRequest(given, null)).toBe(state)
})

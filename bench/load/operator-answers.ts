import { hondurasDayOf } from '../../src/contract/honduras-time.ts'
import { idOfNumber, storeNumber } from './operator-rows.ts'

export interface Asked {
  payment: number
  store: number
}

export interface OperatorRequest {
  path: string
  body?: object
}

const DAY_MS = 24 * 3_600_000
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
const days = (count: number): string =>
  `from=${hondurasDayOf(new Date(Date.now() - (count - 1) * DAY_MS))}&to=${hondurasDayOf(new Date())}`
const cursorOf = (list: string, id: string): string =>
  Buffer.from(`${list} ${id}`).toString('base64url')
const get = (path: string) => (): OperatorRequest => ({ path })
const of =
  (pathOf: (asked: Asked) => string) =>
  (asked: Asked): OperatorRequest => ({ path: pathOf(asked) })

export const ANSWERS: Readonly<Record<string, (asked: Asked) => OperatorRequest>> = {
  stores: get('/stores?limit=100'),
  'a store': of(({ store }) => `/stores/${storeNumber(store)}`),
  'webhooks of a store': of(({ store }) => `/stores/${storeNumber(store)}/webhook-health`),
  'keys of a store': of(({ store }) => `/api-keys?store_id=${storeNumber(store)}`),
  'settlements of a store': of(
    ({ store }) => `/stores/${storeNumber(store)}/settlements?${days(30)}`,
  ),
  orders: get('/orders?limit=100'),
  'orders, a later page': of(
    ({ payment }) =>
      `/orders?limit=100&cursor=${cursorOf('orders_of_stores', `ord_${idOfNumber(payment)}`)}`,
  ),
  'orders of a store': of(({ store }) => `/orders?limit=50&store_id=${storeNumber(store)}`),
  'orders by status': get('/orders?status=on_hold'),
  'orders of a store by status': of(
    ({ store }) => `/orders?status=on_hold&store_id=${storeNumber(store)}`,
  ),
  'orders by amount': of(
    ({ payment }) => `/orders?amount_minor_from=${10_000 + (payment % 5_000)}`,
  ),
  'orders of an hour': () => ({ path: `/orders?created_from=${ago(3_600_000)}` }),
  'largest orders': get('/orders?sort=largest'),
  'oldest orders of a store': of(
    ({ store }) => `/orders?sort=oldest&store_id=${storeNumber(store)}`,
  ),
  'orders with a decline': get('/orders?declined=true'),
  'orders paid by hosted checkout': get('/orders?payment_mode=hosted'),
  'order by number': of(({ payment }) => `/orders?search=${payment}`),
  'order by e-mail': of(({ payment }) => `/orders?search=ana${payment}@example.com`),
  'order by transaction': of(({ payment }) => `/orders?search=tx-${payment}`),
  'order by id': of(({ payment }) => `/orders?search=E-${payment}`),
  'everything by a name': of(
    ({ payment }) => `/search?text=apellido${String(payment % 5_000).padStart(4, '0')}`,
  ),
  'everything by a common name': get('/search?text=ana'),
  'everything by card digits': of(
    ({ payment }) => `/search?text=${String(payment % 9_973).padStart(4, '0')}`,
  ),
  'everything by an id': of(({ payment }) => `/search?text=pay_${idOfNumber(payment)}`),
  'an order whole': of(({ payment }) => `/orders/ord_${idOfNumber(payment)}`),
  customers: get('/customers?limit=100'),
  'customer by a name': of(
    ({ payment }) => `/customers?search=apellido${String(payment % 5_000).padStart(4, '0')}`,
  ),
  'customer by a common name': get('/customers?search=ana'),
  'customer by an unknown phone': get('/customers?search=9999-1234'),
  'a customer': of(({ payment }) => `/customers/ord_${idOfNumber(payment)}`),
  payments: get('/payments?limit=100'),
  'payments, a later page': of(
    ({ payment }) =>
      `/payments?limit=100&cursor=${cursorOf('payments', `pay_${idOfNumber(payment)}`)}`,
  ),
  'payments by state': get('/payments?state=pending'),
  refunds: get('/refunds?limit=100'),
  'refunds by state': get('/refunds?state=waiting'),
  alerts: get('/alerts?limit=100'),
  'alerts of a kind': get('/alerts?kind=order_paid_twice'),
  'alerts of all time': get('/alerts?state=all&limit=100'),
  'groups of alerts': get('/alert-groups'),
  events: get('/events?limit=100'),
  'events that wait': get('/events?state=waiting'),
  'events that were given up': get('/events?state=given_up'),
  notifications: get('/notifications?limit=100'),
  'notifications that wait': get('/notifications?state=waiting'),
  tasks: get('/tasks?state=all&limit=100'),
  'dead tasks': get('/tasks?limit=100'),
  'what a replay would do': () => ({
    path: '/tasks/replay',
    body: { died_after: '1970-01-01T00:00:00Z', dry: true },
  }),
  reconciliations: get('/reconciliations?limit=100'),
  'a reconciliation': of(
    ({ store }) => `/reconciliations/rec_${idOfNumber(store || 1_000)}?limit=1`,
  ),
  keys: get('/api-keys?limit=100'),
  circuits: get('/circuits'),
  health: get('/health?limit=100'),
  people: get('/people?limit=100'),
  organizations: get('/organizations'),
  audit: get('/audit?limit=50'),
}

/** Cost grows with the payments in the window. */
export const SUMS: typeof ANSWERS = {
  'sums of orders': get('/order-sums'),
  'sums of orders with a decline': get('/order-sums?declined=true'),
  'money of 7 days': get(`/money?${days(7)}`),
  'money of 30 days': get(`/money?${days(30)}`),
  'payments behind the money of 30 days': get(`/money/rows?${days(30)}&kind=paid`),
  'refunds behind the money of 30 days': get(`/money/rows?${days(30)}&kind=refunded`),
  'declines behind the money of 30 days': get(`/money/rows?${days(30)}&kind=declined`),
}

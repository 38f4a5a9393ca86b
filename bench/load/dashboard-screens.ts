import { idOfNumber, storeNumber } from './operator-rows.ts'

/** `content` is a selector. */
export interface DashboardScreen {
  path: string
  content: string
}

const PAYMENT = 4_242
const STORE = 42

export const SCREENS: Readonly<Record<string, DashboardScreen>> = {
  'needs attention': { path: '/', content: 'li.group h2' },
  orders: { path: '/orders', content: 'table tbody tr' },
  'orders, by a status': { path: '/orders?status=on_hold', content: 'table tbody tr' },
  'orders, found by a number': { path: `/orders?search=${PAYMENT}`, content: 'table tbody tr' },
  'an order': { path: `/orders/ord_${idOfNumber(PAYMENT)}`, content: '.payment' },
  health: { path: '/status', content: 'li.card' },
  'events in': { path: '/deliveries', content: '.delivery-list li' },
  'notifications out': { path: '/deliveries?tab=out', content: '.delivery-list li' },
  'tasks given up': { path: '/deliveries?tab=tasks', content: '.delivery-list li' },
  'money of 30 days': { path: '/money', content: '.number .big' },
  'money of 90 days': { path: '/money?days=90', content: '.number .big' },
  'a reconciliation': {
    path: `/money/reconciliations/rec_${idOfNumber(STORE)}`,
    content: 'dl.facts',
  },
  stores: { path: '/stores', content: 'li.store-row' },
  'a store': { path: `/stores/${storeNumber(STORE)}`, content: '#webhooks' },
  'connecting a store': { path: '/stores/new', content: '.choice' },
  people: { path: '/people', content: 'table tbody tr' },
  'audit log': { path: '/audit', content: 'ul.lines li' },
}

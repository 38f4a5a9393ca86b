import type { Scope } from '../../src/domain/rights.ts'

/**
 * Repeats each route's scope on purpose: adding or moving a route needs a decision. `id`: kind of
 * the store resource in the path.
 */
export interface RightsRow {
  scope: Scope
  id?:
    | 'store'
    | 'order'
    | 'request'
    | 'link'
    | 'payment'
    | 'refund'
    | 'alert'
    | 'event'
    | 'task'
    | 'notification'
    | 'circuit'
    | 'run'
    | 'key'
    | 'counter-item'
    | 'former-counter-item'
    | 'endpoint'
    | 'former-endpoint'
    | 'organization'
    | 'person'
    | 'invitation'
  body?: object
  query?: string
}

const refund = {}
const days = 'from=2026-01-01&to=2026-01-02'

export const RIGHTS: Readonly<Record<string, RightsRow>> = {
  'get /order-sums': { scope: 'read' },
  'get /waiting-orders': { scope: 'read', query: 'kind=shop_unreachable' },
  'get /search': { scope: 'read', query: 'text=ana' },
  'get /customers': { scope: 'read' },
  'get /customers/{id}': { scope: 'read', id: 'order' },
  'patch /customers/{id}': { scope: 'checkout', id: 'order', body: { note: 'Ana' } },
  'get /customers/{id}/saved-cards': { scope: 'read', id: 'order' },
  'post /customers/{id}/saved-cards/revoke': {
    scope: 'checkout',
    id: 'order',
    body: { payment_method: 'pm_none' },
  },
  'post /customers/{id}/charges': {
    scope: 'checkout',
    id: 'order',
    body: { payment_method: 'pm_none', amount: '1.00', currency: 'HNL' },
  },
  'get /journal': { scope: 'read', query: days },
  'get /journal.csv': { scope: 'read', query: days },
  'get /order-views': { scope: 'read' },
  'post /order-views': { scope: 'read', body: { name: 'Large', search: { least: '5000' } } },
  'delete /order-views': { scope: 'read', query: 'name=Large' },
  'get /stores': { scope: 'read' },
  'post /stores': {
    scope: 'admin',
    body: {
      id: 'otra',
      name: 'Otra',
      secret_key: 'sk_test_sandbox',
      webhook_secret: 'whsec_of_the_other',
    },
  },
  'get /stores/{id}/reports': { scope: 'read', id: 'store' },
  'post /stores/{id}/reports': { scope: 'read', id: 'store', body: { every: null } },
  'post /stores/{id}/alert-test': { scope: 'admin', id: 'store' },
  'get /demo-data': { scope: 'admin' },
  'post /demo-data': { scope: 'admin' },
  'get /gateway': { scope: 'read' },
  'post /gateway-keys/test': { scope: 'admin', body: { secret_key: 'sk_test_sandbox' } },
  'post /stores/{id}/checkouts': {
    scope: 'checkout',
    id: 'store',
    body: { order: { id: 'T-1', amount: '1.00', currency: 'HNL' } },
  },
  'post /stores/{id}/payment-requests': {
    scope: 'checkout',
    id: 'store',
    body: { amount: '1.00' },
  },
  'get /payment-requests': { scope: 'read' },
  'get /payment-requests/{id}': { scope: 'read', id: 'request' },
  'post /payment-requests/{id}/paid-otherwise': {
    scope: 'checkout',
    id: 'request',
    body: { how: 'cash' },
  },
  'get /stores/{id}/counter-items': { scope: 'read', id: 'store' },
  'post /stores/{id}/counter-items': {
    scope: 'checkout',
    id: 'store',
    body: { name: 'Café', price: '45.00', currency: 'HNL' },
  },
  'patch /counter-items/{id}': {
    scope: 'checkout',
    id: 'counter-item',
    body: { name: 'Café', price: '50.00', currency: 'HNL' },
  },
  'delete /counter-items/{id}': { scope: 'checkout', id: 'former-counter-item' },
  'get /stores/{id}/counter-takings': { scope: 'read', id: 'store' },
  'get /payment-links': { scope: 'read' },
  'post /stores/{id}/payment-links': {
    scope: 'checkout',
    id: 'store',
    body: { name: 'Rifa', amount: '1.00' },
  },
  'get /payment-links/{id}': { scope: 'read', id: 'link' },
  'patch /payment-links/{id}': { scope: 'checkout', id: 'link', body: { closed: false } },
  'get /stores/{id}/brand': { scope: 'read', id: 'store' },
  'patch /stores/{id}/brand': { scope: 'admin', id: 'store', body: { color: '#0a7d4f' } },
  'get /stores/{id}': { scope: 'read', id: 'store' },
  'post /stores/{id}/export': { scope: 'admin', id: 'store' },
  'post /stores/{id}/personal-data/export': {
    scope: 'admin',
    id: 'store',
    body: { customer: { email: 'nadie@example.com' } },
  },
  'post /stores/{id}/personal-data/erase': {
    scope: 'admin',
    id: 'store',
    body: { customer: { email: 'nadie@example.com' } },
  },
  'patch /stores/{id}': { scope: 'admin', id: 'store', body: { name: 'Tienda' } },
  'post /stores/{id}/secrets/notify-secret/rotate': { scope: 'admin', id: 'store', body: {} },
  'post /stores/{id}/secrets/webhook-secret/rotate': {
    scope: 'admin',
    id: 'store',
    body: { webhook_secret: 'whsec_another_one' },
  },
  'post /stores/{id}/secrets/secret-key/rotate': {
    scope: 'admin',
    id: 'store',
    body: { secret_key: 'sk_test_another' },
  },
  'post /stores/{id}/test-notification': { scope: 'admin', id: 'store' },
  'get /stores/{id}/endpoints': { scope: 'read', id: 'store' },
  'post /stores/{id}/endpoints': {
    scope: 'admin',
    id: 'store',
    body: { url: 'http://127.0.0.1:9/another' },
  },
  'get /endpoints/{id}': { scope: 'read', id: 'endpoint' },
  'patch /endpoints/{id}': { scope: 'admin', id: 'endpoint', body: { description: 'ERP' } },
  'delete /endpoints/{id}': { scope: 'admin', id: 'former-endpoint' },
  'post /endpoints/{id}/secret/rotate': { scope: 'admin', id: 'endpoint', body: {} },
  'post /endpoints/{id}/test': { scope: 'admin', id: 'endpoint' },
  'get /endpoints/{id}/replay': {
    scope: 'read',
    id: 'endpoint',
    query: 'from=2026-01-01T00:00:00Z',
  },
  'post /endpoints/{id}/replay': {
    scope: 'admin',
    id: 'endpoint',
    body: { from: '2026-01-01T00:00:00Z' },
  },
  'post /stores/{id}/freeze': { scope: 'refund', id: 'store', body: { why: 'A stolen key' } },
  'post /stores/{id}/unfreeze': { scope: 'admin', id: 'store', body: { why: 'A new key' } },
  'patch /stores/{id}/approval-limit': {
    scope: 'admin',
    id: 'store',
    body: { limit: { amount: '100.00', currency: 'HNL' } },
  },
  'post /stores/{id}/disable': { scope: 'admin', id: 'store' },
  'post /stores/{id}/enable': { scope: 'admin', id: 'store' },
  'get /stores/{id}/people': { scope: 'checkout', id: 'store' },
  'post /stores/{id}/orders/notify': { scope: 'checkout', id: 'store', body: {} },
  'get /orders.csv': { scope: 'read' },
  'get /payments.csv': { scope: 'read' },
  'get /refunds.csv': { scope: 'read' },
  'get /orders': { scope: 'read' },
  'get /orders/{id}': { scope: 'read', id: 'order' },
  'post /orders/{id}/notify': { scope: 'checkout', id: 'order' },
  'post /orders/{id}/mails': { scope: 'checkout', id: 'order', body: { kind: 'request' } },
  'get /orders/{id}/timeline': { scope: 'read', id: 'order' },
  'get /orders/{id}/receipt': { scope: 'read', id: 'order' },
  'get /orders/{id}/receipt.pdf': { scope: 'read', id: 'order' },
  'post /orders/{id}/cancel': { scope: 'checkout', id: 'order' },
  'post /orders/{id}/refunds': { scope: 'refund', id: 'order', body: refund },
  'get /payments': { scope: 'read' },
  'get /payments/{id}': { scope: 'read', id: 'payment' },
  'post /payments/{id}/ask': { scope: 'checkout', id: 'payment' },
  'get /refunds': { scope: 'read' },
  'get /refunds/{id}': { scope: 'read', id: 'refund' },
  'post /refunds/{id}/cancel': { scope: 'refund', id: 'refund' },
  'post /refunds/{id}/try': { scope: 'refund', id: 'refund' },
  'post /refunds/{id}/resolve': {
    scope: 'refund',
    id: 'refund',
    body: { resolution: 'refund_anyway' },
  },
  'post /refunds/{id}/approve': { scope: 'refund', id: 'refund' },
  'post /refunds/{id}/reject': { scope: 'refund', id: 'refund', body: { why: 'Too much' } },
  'get /alerts': { scope: 'read' },
  'get /alert-groups': { scope: 'read' },
  'patch /alerts/{id}': { scope: 'checkout', id: 'alert', body: { note: 'Seen' } },
  'post /alerts/{id}/close': { scope: 'checkout', id: 'alert' },
  'get /events': { scope: 'read' },
  'get /events/{id}': { scope: 'read', id: 'event' },
  'post /events/{id}/replay': { scope: 'checkout', id: 'event' },
  'get /notifications': { scope: 'read' },
  'get /notifications/{id}': { scope: 'read', id: 'notification' },
  'post /notifications/{id}/resend': { scope: 'checkout', id: 'notification' },
  'post /stores/{id}/notifications/resume': { scope: 'checkout', id: 'store' },
  'get /stores/{id}/webhook-health': { scope: 'read', id: 'store' },
  'post /stores/{id}/webhook-test': { scope: 'checkout', id: 'store' },
  'get /tasks': { scope: 'read' },
  'post /tasks/replay': { scope: 'checkout', body: { kind: 'ask-gateway' } },
  'get /tasks/{id}': { scope: 'read', id: 'task' },
  'post /tasks/{id}/try': { scope: 'checkout', id: 'task' },
  'post /tasks/{id}/replay': { scope: 'checkout', id: 'task' },
  'get /circuits': { scope: 'read' },
  'post /circuits/{id}/try': { scope: 'checkout', id: 'circuit' },
  'get /reconciliations': { scope: 'read' },
  'post /stores/{id}/reconciliations': {
    scope: 'checkout',
    id: 'store',
    body: { from: '2026-01-01', to: '2026-01-02', dry: true },
  },
  'get /reconciliations/{id}': { scope: 'read', id: 'run' },
  'get /reconciliations/{id}/report.csv': { scope: 'read', id: 'run' },
  'post /reconciliations/{id}/stop': { scope: 'checkout', id: 'run' },
  'post /reconciliations/{id}/resume': { scope: 'checkout', id: 'run' },
  'get /stores/{id}/settlements': { scope: 'read', id: 'store', query: days },
  'get /stores/{id}/settlements.csv': { scope: 'read', id: 'store', query: days },
  'get /money': { scope: 'read', query: days },
  'get /money/rows': { scope: 'read', query: `${days}&kind=paid` },
  'get /health': { scope: 'read' },
  'get /api-keys': { scope: 'admin' },
  'post /stores/{id}/api-keys': {
    scope: 'admin',
    id: 'store',
    body: { name: 'counter', scopes: ['read'] },
  },
  'post /api-keys/{id}/rotate': { scope: 'admin', id: 'key' },
  'post /api-keys/{id}/revoke': { scope: 'admin', id: 'key' },
  'get /people': { scope: 'admin' },
  'post /organizations/{id}/invitations': {
    scope: 'admin',
    id: 'organization',
    body: { email: 'ana@example.com', role: 'viewer' },
  },
  'patch /organizations/{id}': {
    scope: 'admin',
    id: 'organization',
    body: { operator_refund_limit: null },
  },
  'patch /people/{id}': {
    scope: 'admin',
    id: 'person',
    body: { organization_id: 'other', role: 'viewer' },
  },
  'delete /people/{id}': { scope: 'admin', id: 'person', query: 'organization_id=other' },
  'get /organizations': { scope: 'admin' },
  'delete /invitations/{id}': {
    scope: 'admin',
    id: 'invitation',
    query: 'organization_id=other',
  },
  'get /audit': { scope: 'admin' },
  'get /audit.csv': { scope: 'admin' },
  'get /changes': { scope: 'read' },
}

export const ALLOWED: Readonly<Record<'owner' | 'operator' | 'viewer', readonly Scope[]>> = {
  owner: ['read', 'checkout', 'refund', 'admin'],
  operator: ['read', 'checkout', 'refund'],
  viewer: ['read'],
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { SCOPES, type Scope } from '../../src/domain/rights.ts'
import { merchantRoutes } from '../../src/http/api/merchant/routes.ts'
import { operatorRoutes } from '../../src/http/api/operator/routes.ts'
import { openAlert } from '../../src/payments/alerts/alerts.ts'
import { createApiKey, revokeApiKey } from '../../src/payments/stores/api-keys.ts'
import { moveStore, type OperatorApi, personWith, startOperatorApi } from '../support/operator.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, TEST_STORE } from '../support/world.ts'
import { RIGHTS, type RightsRow } from './rights-table.ts'

/**
 * Without workers, only the calls of this file change a row. The long timeout suits a slow machine.
 */
const world = useWorld({ ROLES: 'web', GATEWAY_TIMEOUT_MS: '60000' })
const OTHER = StoreId.parse('ajena')
let operator: OperatorApi

type Resources = Record<NonNullable<RightsRow['id']>, string>
const resources: Resources = {
  ...{ store: TEST_STORE, order: '', payment: '', refund: 'ref_ours', alert: '', event: '' },
  ...{ task: '', notification: '', circuit: `gateway:${TEST_STORE}`, run: '', key: '' },
  ...{ organization: 'main', person: 'usr_nobody', invitation: 'lnk_nobody' },
  ...{ endpoint: '', 'former-endpoint': '', request: '', link: '' },
  ...{ 'counter-item': '', 'former-counter-item': '' },
}
const keys: Record<string, string> = {}
let requestId = ''
const NOTIFIED = { type: 'order.paid', paymentId: null, messageId: 'msg_ours' }

const keyWith = async (name: string, scopes: readonly Scope[], storeId = TEST_STORE) => {
  const { ctx } = world.puente
  const rights = { scopes, refundLimit: undefined, refundDayLimit: undefined }
  const key = await createApiKey(
    { query: ctx.db.query, ids: ctx.ids, now: ctx.clock.now() },
    { storeId, name, expiresAt: null, rights },
  )
  if (!key) throw new Error(`There is no store ${storeId}`)
  return key
}

const openOurAlert = async (subject: string) => {
  const { db, clock } = world.puente.ctx
  const about = { kind: 'gateway_data_unreadable', storeId: TEST_STORE, subject } as const
  await openAlert(db.query, { ...about, now: clock.now(), details: {} })
  resources.alert = (await world.api('GET', '/v1/alerts')).body.data[0].id
}

beforeAll(async () => {
  const { ctx } = world.puente
  const { query } = ctx.db
  await connectTestStore(world.puente, { id: OTHER, notifyUrl: null })
  await moveStore(world, { storeId: OTHER, organizationId: 'other' })
  for (const scope of SCOPES) keys[scope] = await keyWith(scope, [scope])
  keys.all = await keyWith('all', SCOPES)
  keys.other = await keyWith('other', SCOPES, OTHER)
  keys.revoked = await keyWith('revoked', SCOPES)
  keys.spare = await keyWith('spare', SCOPES)
  operator = await startOperatorApi(world)
  const owner = personWith('seed', { main: 'owner' })
  const read = async (path: string) =>
    (await operator.call(owner, 'GET', `/operator/v1${path}`)).body.data
  for (const { id, name } of await read('/api-keys')) {
    if (name === 'spare') resources.key = id
    if (name === 'revoked') await revokeApiKey(query, { id, now: ctx.clock.now() })
  }
  for (const name of ['endpoint', 'former-endpoint'] as const) {
    const added = await world.api('POST', '/v1/endpoints', { url: `http://127.0.0.1:9/${name}` })
    resources[name] = added.body.id
  }
  for (const name of ['counter-item', 'former-counter-item'] as const) {
    const path = `/operator/v1/stores/${TEST_STORE}/counter-items`
    const body = { name, price: '45.00', currency: 'HNL' }
    resources[name] = (await operator.call(owner, 'POST', path, { body })).body.id
  }
  await world.api('POST', '/v1/checkouts', {
    order: {
      ...{ id: 'C-1', amount: '100.00', currency: 'HNL' },
      customer: { email: 'ana@example.com' },
    },
  })
  resources.order = (await read('/orders'))[0].id
  resources.payment = (await read('/payments'))[0].id
  const key = { 'idempotency-key': 'ours' }
  requestId = (await world.api('POST', '/v1/payment-requests', { amount: '1.00' }, key)).body.id
  resources.request = (await read('/payment-requests'))[0].order.id
  const rifa = { name: 'Rifa', amount: '1.00' }
  resources.link = (await world.api('POST', '/v1/payment-links', rifa)).body.id
  const now = ctx.clock.now()
  await query
    .insertInto('refunds')
    .values({
      ...{ id: 'ref_ours' as never, store_id: TEST_STORE, order_id: resources.order as never },
      ...{ payment_id: resources.payment as never, origin: 'store', amount_minor: 100n },
      ...{ currency: 'HNL', kind: 'refund', reason: null, state: 'waiting', refusal: null },
      ...{ request_hash: null, sends: '[]', readings: '[]', needs_attention: null },
      ...{ idempotency_key: null, requested_at: null, accepted_at: null, done_at: null },
      ...{ created_at: now, updated_at: now },
    })
    .execute()
  const task = { store_id: TEST_STORE, order_id: resources.order as never, run_at: now }
  const [dead, notified] = await query
    .insertInto('tasks')
    .values([
      {
        ...{ ...task, kind: 'ask-gateway', needs: 'gateway', state: 'dead', payload: '{}' },
        ...{ created_at: now, ended_at: now },
      },
      {
        ...{ ...task, kind: 'notify-storefront', needs: 'shop', state: 'done' },
        ...{ payload: JSON.stringify(NOTIFIED), created_at: now, ended_at: now },
      },
    ])
    .returning('id')
    .execute()
  resources.task = `tsk_${dead?.id}`
  resources.notification = `tsk_${notified?.id}`
  await query
    .insertInto('inbox')
    .values({
      ...{ month: '2026-11-01', source: 'gateway', message_id: 'evt-ours', topic: null },
      ...{ store_id: TEST_STORE, body: Buffer.from('{}'), happened_at: null },
      received_at: new Date('2026-11-25T12:00:00Z'),
    })
    .execute()
  resources.event = (await read('/events'))[0].id
  const days = { from: '2026-01-01', to: '2026-01-02', dry: true }
  const begun = await world.api('POST', '/v1/reconciliations', days)
  resources.run = begun.body.id
})
afterAll(() => operator?.close())

interface Call {
  method: string
  path: string
  body?: object | undefined
  headers: Record<string, string>
}

let calls = 0
const statusOf = async (base: string, { method, path, body, headers }: Call): Promise<number> => {
  calls += 1
  const response = await fetch(`${base}${path}`, {
    method: method.toUpperCase(),
    headers: {
      'idempotency-key': `call-${calls}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  // A change stream never ends.
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  await (isStream ? response.body?.cancel() : response.arrayBuffer())
  return response.status
}

/** Fixed width, so that a difference shows one line. */
const tableOf = async (
  names: readonly string[],
  callers: readonly string[],
  call: (name: string, caller: string) => Promise<number>,
): Promise<string> => {
  const width = Math.max(...names.map(({ length }) => length))
  const line = (name: string, cells: readonly (string | number)[]) =>
    `${[name.padEnd(width), ...cells.map((cell, index) => String(cell).padEnd(callers[index]?.length ?? 0))].join(' ').trimEnd()}\n`
  let table = line('', callers)
  // Sorted, because a call may affect the next one. A GET changes nothing.
  for (const name of [...names].sort()) {
    const statuses: number[] = []
    if (/^get /i.test(name)) {
      statuses.push(...(await Promise.all(callers.map((caller) => call(name, caller)))))
    } else {
      for (const caller of callers) statuses.push(await call(name, caller))
    }
    table += line(name, statuses)
  }
  return table
}

const DAYS = 'from=2026-01-01&to=2026-01-02'

const MERCHANT_IDS: Readonly<Record<string, () => string>> = {
  orders: () => 'C-1',
  'payment-requests': () => requestId,
  'payment-links': () => resources.link,
  alerts: () => resources.alert,
  events: () => resources.event,
  tasks: () => resources.task,
  notifications: () => resources.notification,
  reconciliations: () => resources.run,
  circuits: () => 'gateway',
  'saved-cards': () => 'pm_none',
  endpoints: () => resources.endpoint,
}
const MERCHANT_BODIES: Readonly<Record<string, object>> = {
  'post /v1/checkouts': { order: { id: 'C-1', amount: '100.00', currency: 'HNL' } },
  'post /v1/payment-requests': { amount: '1.00' },
  'post /v1/payment-links': { name: 'Rifa', amount: '1.00' },
  'patch /v1/payment-links/{id}': { closed: false },
  'patch /v1/store/brand': { color: '#0a7d4f' },
  'post /v1/payment-requests/{id}/paid-otherwise': { how: 'cash' },
  'post /v1/orders/{id}/confirm': { payment_token: 'tok_none' },
  'post /v1/orders/{id}/refunds': {},
  'post /v1/orders/{id}/refunds/cancel': { idempotency_key: 'none' },
  'post /v1/orders/{id}/refunds/{refund_id}/resolve': { resolution: 'refund_anyway' },
  'post /v1/reconciliations': { from: '2026-01-01', to: '2026-01-02', dry: true },
  'post /v1/tasks/replay': { kind: 'ask-gateway' },
  'patch /v1/store': { name: 'Tienda' },
  'post /v1/endpoints': { url: 'http://127.0.0.1:9/third' },
  'patch /v1/endpoints/{id}': { description: 'ERP' },
  'post /v1/endpoints/{id}/secret/rotate': {},
  'post /v1/endpoints/{id}/replay': { from: '2026-01-01T00:00:00Z' },
  'post /v1/store/secrets/notify-secret/rotate': {},
  'post /v1/store/secrets/webhook-secret/rotate': { webhook_secret: 'whsec_another_one' },
  'post /v1/store/secrets/secret-key/rotate': { secret_key: 'sk_test_another' },
  'post /v1/personal-data/export': { customer: { email: 'nadie@example.com' } },
  'post /v1/personal-data/erase': { customer: { email: 'nadie@example.com' } },
}
const MERCHANT_QUERIES: Readonly<Record<string, string>> = {
  'get /v1/settlements': DAYS,
  'get /v1/settlements.csv': DAYS,
  'get /v1/saved-cards': 'email=ana@example.com',
  'get /v1/endpoints/{id}/replay': 'from=2026-01-01T00:00:00Z',
}

const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

describe('what each route answers to each kind of caller', () => {
  it('the operator API, by person', async () => {
    await openOurAlert('x')
    const people = {
      nobody: undefined,
      owner: personWith('owner', { main: 'owner' }),
      'stale-owner': personWith('stale', { main: 'owner' }, { confirmedAt: new Date(0) }),
      operator: personWith('operator', { main: 'operator' }),
      viewer: personWith('viewer', { main: 'viewer' }),
      'in-none': personWith('in-none', {}),
      'other-owner': personWith('other-owner', { other: 'owner' }),
      'owner-elsewhere': personWith('elsewhere', { main: 'viewer', other: 'owner' }),
    }
    const callers = ['an-api-key', ...Object.keys(people)]
    for (const person of Object.values(people)) if (person) operator.people.set(person.id, person)
    const table = await tableOf(operatorRoutes.map(nameOf), callers, (name, caller) => {
      const row = RIGHTS[name.replace('/operator/v1', '')]
      const [method = '', path = ''] = name.split(' ')
      const person = Object.entries(people).find(([each]) => each === caller)?.[1]
      const id = encodeURIComponent(row?.id ? resources[row.id] : '')
      return statusOf(operator.url, {
        ...{ method, path: `${path.replace('{id}', id)}?${row?.query ?? ''}`, body: row?.body },
        headers: person ? { 'x-person': person.id } : { authorization: `Bearer ${keys.all}` },
      })
    })
    await expect(table).toMatchFileSnapshot('../data/callers/operator.txt')
  })

  it('the merchant API, by key', async () => {
    await openOurAlert('y')
    const callers = ['nobody', 'unknown', 'revoked', ...SCOPES, 'all', 'other']
    const table = await tableOf(merchantRoutes.map(nameOf), callers, (name, caller) => {
      const [method = '', path = ''] = name.split(' ')
      const isFormer = name === 'delete /v1/endpoints/{id}'
      const ofKind = MERCHANT_IDS[path.split('/')[2] ?? '']
      const id = isFormer ? resources['former-endpoint'] : (ofKind?.() ?? '')
      const named = path.replace('{id}', id).replace('{refund_id}', resources.refund)
      return statusOf(world.url, {
        ...{
          method,
          path: `${named}?${MERCHANT_QUERIES[name] ?? ''}`,
          body: MERCHANT_BODIES[name],
        },
        headers: caller === 'nobody' ? {} : { authorization: `Bearer ${keys[caller] ?? 'wrong'}` },
      })
    })
    await expect(table).toMatchFileSnapshot('../data/callers/merchant.txt')
  })
})

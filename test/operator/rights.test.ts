import { beforeAll, describe, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { operatorRoutes } from '../../src/http/api/operator/routes.ts'
import { openAlert } from '../../src/payments/alerts/alerts.ts'
import type { Person } from '../../src/people/person.ts'
import { merchantOf } from '../support/merchant.ts'
import { moveStore, personWith, startOperatorApi } from '../support/operator.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { type ApiAnswer, connectTestStore, eventually, TEST_STORE } from '../support/world.ts'
import { ALLOWED, RIGHTS, type RightsRow } from './rights-table.ts'

const world = useWorld()
const foreign: Record<NonNullable<RightsRow['id']>, string> = {
  ...{ store: 'ajena', order: '', payment: '', refund: '', alert: '', event: '', task: '' },
  ...{ notification: '', circuit: 'gateway:ajena', run: '', key: '', organization: 'other' },
  ...{ person: 'usr_other', invitation: 'lnk_other', endpoint: '', 'former-endpoint': '' },
  ...{ request: '', link: '', 'counter-item': '', 'former-counter-item': '' },
}
const unknown: typeof foreign = {
  ...{ store: 'nowhere', order: 'ord_0', payment: 'pay_0', refund: 'ref_0', alert: 'prb_999999' },
  ...{ event: 'evt_999999', task: 'tsk_999999', notification: 'tsk_999999', run: 'rec_0' },
  ...{ circuit: 'gateway:nowhere', key: 'key_0', organization: 'nowhere', person: 'usr_0' },
  ...{ invitation: 'lnk_0', endpoint: 'ep_0', 'former-endpoint': 'ep_0', request: 'ord_0' },
  ...{ 'counter-item': 'itm_0', 'former-counter-item': 'itm_0' },
  link: 'plk_0',
}
const OTHER = StoreId.parse('ajena')

const operator = useStarted(() => startOperatorApi(world))
beforeAll(async () => {
  const { ctx } = world.puente
  const apiKey = await connectTestStore(world.puente, { id: OTHER, notifyUrl: null })
  const added = await world.api(
    'POST',
    '/v1/endpoints',
    { url: 'http://127.0.0.1:9/puente' },
    { authorization: `Bearer ${apiKey}` },
  )
  foreign.endpoint = added.body.id
  foreign['former-endpoint'] = added.body.id
  const theirs = merchantOf(world, { apiKey, prefix: 'F' })
  await moveStore(world, { storeId: OTHER, organizationId: 'other' })
  const { checkoutUrl } = await theirs.open({ customer: { email: 'ana@example.com' } })
  await world.pay(checkoutUrl)
  const them = personWith('theirs', { other: 'owner' })
  const read = async (path: string) =>
    (await operator.call(them, 'GET', `/operator/v1${path}`)).body.data
  const [order] = await read('/orders')
  foreign.order = order.id
  foreign.payment = (await read('/payments'))[0].id
  const requested = await operator.call(
    them,
    'POST',
    '/operator/v1/stores/ajena/payment-requests',
    {
      body: { amount: '1.00' },
      headers: { 'idempotency-key': 'theirs' },
    },
  )
  foreign.request = requested.body.order.id
  const item = await operator.call(them, 'POST', '/operator/v1/stores/ajena/counter-items', {
    body: { name: 'Café', price: '45.00', currency: 'HNL' },
  })
  foreign['counter-item'] = item.body.id
  foreign['former-counter-item'] = item.body.id
  const linked = await operator.call(them, 'POST', '/operator/v1/stores/ajena/payment-links', {
    body: { name: 'Rifa', amount: '1.00' },
  })
  foreign.link = linked.body.id
  await ctx.db.query
    .insertInto('refunds')
    .values({
      ...{ id: 'ref_theirs' as never, store_id: OTHER, order_id: order.id, kind: 'refund' },
      ...{ payment_id: foreign.payment as never, origin: 'store', amount_minor: 100n },
      ...{ currency: 'HNL', reason: null, state: 'waiting', idempotency_key: null },
      ...{ request_hash: null, sends: '[]', readings: '[]', needs_attention: null, refusal: null },
      ...{ requested_at: null, accepted_at: null, done_at: null },
      ...{ created_at: ctx.clock.now(), updated_at: ctx.clock.now() },
    })
    .execute()
  foreign.refund = 'ref_theirs'
  const details = { now: ctx.clock.now(), details: {} }
  const alert = { kind: 'gateway_data_unreadable', storeId: OTHER, subject: 'x' } as const
  await openAlert(ctx.db.query, { ...alert, ...details })
  foreign.alert = (await read('/alerts'))[0].id
  const tasks = await eventually(async () => {
    const found = await read('/tasks?state=all')
    return found.length > 0 && found
  })
  foreign.task = tasks[0].id
  foreign.notification = (await read('/notifications'))[0]?.id ?? tasks[0].id
  const message = { month: '2026-11-01', source: 'gateway', message_id: 'evt-theirs', topic: null }
  await ctx.db.query
    .insertInto('inbox')
    .values({ ...message, store_id: OTHER, body: Buffer.from('{}'), ...RECEIVED })
    .execute()
  foreign.event = (await read('/events'))[0].id
  const begun = await operator.call(them, 'POST', '/operator/v1/stores/ajena/reconciliations', {
    body: { from: '2026-01-01', to: '2026-01-02', dry: true },
  })
  foreign.run = begun.body.id
  foreign.key = (await read('/api-keys'))[0].id
})

const RECEIVED = { happened_at: null, received_at: new Date('2026-11-25T12:00:00Z') }

const nameOf = ({ method, path }: { method: string; path: string }) =>
  `${method} ${path.replace('/operator/v1', '')}`

const ids: Record<string, number> = {}
const call = async (
  person: Person | undefined,
  name: string,
  id = 'nothing',
  inQuery = '',
): Promise<ApiAnswer> => {
  const [method = '', path = ''] = name.split(' ')
  const row = RIGHTS[name]
  ids[name] = (ids[name] ?? 0) + 1
  const query = [row?.query, inQuery].filter(Boolean).join('&')
  const address = `/operator/v1${path.replace('{id}', encodeURIComponent(id))}?${query}`
  const options = {
    headers: { 'idempotency-key': `r-${name}-${ids[name]}` },
    ...(row?.body ? { body: row.body } : {}),
  }
  return operator.call(person, method.toUpperCase(), address, options)
}
/** A stream never ends. */
const isStream = (name: string) => name === 'get /changes'
const table = Object.entries(RIGHTS).map(([name, row]) => ({ name, ...row }))
const withoutRequestId = ({ status, body }: ApiAnswer) => {
  const { request_id: _, ...document } = body
  return { status, document }
}

describe('the table of rights', () => {
  it('the table has each operator route with its scope, and no other', () => {
    const named = operatorRoutes.map((route) => [nameOf(route), route.scope])
    expect(named.sort()).toEqual(table.map(({ name, scope }) => [name, scope]).sort())
    expect(new Set(operatorRoutes.map(({ operationId }) => operationId)).size).toBe(
      operatorRoutes.length,
    )
  })

  it("a route with the read scope changes nothing, except the person's saved views and reports", () => {
    const unsafe = table.filter(({ name }) => !name.startsWith('get '))
    expect(unsafe.filter(({ scope }) => scope === 'read').map(({ name }) => name)).toEqual([
      'post /order-views',
      'delete /order-views',
      'post /stores/{id}/reports',
    ])
  })

  it('each changing route with an id locates its store, so that the audit log knows its organization', () => {
    const unsafe = operatorRoutes.filter(
      ({ method, path }) => method !== 'get' && path.includes('{id}'),
    )
    const without = unsafe.filter(({ locate }) => !locate).map(nameOf)
    expect(without).toEqual(
      ['post /organizations/{id}/invitations', 'patch /people/{id}', 'delete /people/{id}'].concat(
        'patch /organizations/{id}',
        'delete /invitations/{id}',
      ),
    )
  })
})

it.each(table)('$name: an anonymous call is refused', async ({ name }) => {
  expect(await call(undefined, name)).toMatchObject({
    status: 401,
    body: { code: 'not_signed_in' },
  })
})

describe.each(['owner', 'operator', 'viewer'] as const)('the role %s', (role) => {
  const person = personWith(role, { main: role })
  it.each(table.filter(({ name }) => !isStream(name)))(
    '$name: the call is accepted or refused without a hint, by its scope',
    async ({ name, scope }) => {
      const answer = await call(person, name)
      if (ALLOWED[role].includes(scope)) {
        expect([401, 403], JSON.stringify(answer.body)).not.toContain(answer.status)
        expect(answer.status).toBeLessThan(500)
      } else {
        expect(withoutRequestId(answer)).toEqual({
          status: 403,
          document: {
            type: 'urn:puente:problem:not_allowed',
            ...{ status: 403, code: 'not_allowed', title: 'You are not allowed to do this' },
            retry: 'ask-a-person',
          },
        })
      }
    },
  )
})

describe('resources of another organization', () => {
  const person = personWith('mine', { main: 'owner' })
  const named = table.flatMap((row) => (row.id ? [{ name: row.name, kind: row.id }] : []))

  it.each(named)(
    '$name: the response equals that of an unknown resource',
    async ({ name, kind }) => {
      const answer = withoutRequestId(await call(person, name, foreign[kind]))
      expect(answer).toEqual(withoutRequestId(await call(person, name, unknown[kind])))
      expect(answer.status).toBe(404)
    },
  )

  it.each(table.filter(({ name, id }) => !id && !isStream(name) && FILTERED_BY_STORE.test(name)))(
    '$name: a filter by its store gets the response of an unknown store',
    async ({ name }) => {
      const answer = withoutRequestId(await call(person, name, '', 'store_id=ajena'))
      expect(answer).toEqual(withoutRequestId(await call(person, name, '', 'store_id=nowhere')))
      expect(answer.status).toBe(404)
    },
  )

  it('no list contains its resources, and all stay unchanged', async () => {
    for (const list of ['orders', 'payments', 'refunds', 'alerts?state=all', 'tasks?state=all']) {
      const { body } = await operator.call(person, 'GET', `/operator/v1/${list}`)
      expect(JSON.stringify(body)).not.toContain('ajena')
    }
    const { query } = world.puente.ctx.db
    const store = await query
      .selectFrom('stores')
      .select(['name', 'disabled_at'])
      .where('id', '=', OTHER)
      .executeTakeFirstOrThrow()
    expect(store).toEqual({ name: 'Tienda de prueba', disabled_at: null })
    const keys = await query
      .selectFrom('api_keys')
      .select(['id', 'revoked_at'])
      .where('store_id', '=', OTHER)
      .execute()
    expect(keys).toEqual([{ id: foreign.key, revoked_at: null }])
  })

  it('a viewer there who owns a store here gets 403 there, not 404', async () => {
    const both = personWith('both', { main: 'owner', other: 'viewer' })
    expect((await call(both, 'get /orders/{id}', foreign.order)).status).toBe(200)
    expect((await call(both, 'post /orders/{id}/cancel', foreign.order)).status).toBe(403)
    expect((await call(both, 'post /stores/{id}/disable', TEST_STORE)).status).toBe(200)
    expect((await call(both, 'post /stores/{id}/enable', TEST_STORE)).status).toBe(200)
  })
})

const FILTERED_BY_STORE =
  /^get \/(orders|payments|refunds)(\.csv)?$|^get \/(alerts|alert-groups|events|notifications|tasks|circuits|reconciliations|money|money\/rows|health|api-keys)$/

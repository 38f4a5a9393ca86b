import { beforeAll, expect, it } from 'vitest'
import { OrderId, StoreId } from '../../src/domain/ids.ts'
import { closeAlert, openAlert } from '../../src/payments/alerts/alerts.ts'
import type { Person } from '../../src/people/person.ts'
import { type Merchant, merchantOf, type OpenOrder } from '../support/merchant.ts'
import { makeOrganization, moveStore, personWith, startOperatorApi } from '../support/operator.ts'
import { signedInPerson } from '../support/people.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
let merchant: Merchant
const owner = personWith('olga', { main: 'owner' })
const operating = personWith('omar', { main: 'operator' }, { operatorLimit: 5_000n })

const operator = useStarted(() => startOperatorApi(world))
beforeAll(async () => {
  merchant = merchantOf(world)
})

const idOf = async ({ id }: OpenOrder): Promise<string> => {
  const { body } = await operator.call(owner, 'GET', `/operator/v1/orders?search=${id}`)
  return body.data[0].id
}
let keys = 0
const post = (path: string, body?: Json, person = owner) =>
  operator.call(person, 'POST', `/operator/v1${path}`, {
    body,
    headers: { 'idempotency-key': `o-${++keys}` },
  })

it("a refund within the role's limit succeeds, and the timeline names its requester", async () => {
  const order = await merchant.paid()
  const id = await idOf(order)
  const tooMuch = await post(`/orders/${id}/refunds`, {}, operating)
  expect(tooMuch).toMatchObject({ status: 403, body: { code: 'refund_above_limit' } })
  expect(tooMuch.body.title).not.toContain('API key')
  const refunded = await post(`/orders/${id}/refunds`, { reason: 'Broken' }, owner)
  expect([201, 202]).toContain(refunded.status)
  expect(refunded.body.refund.origin).toBe('operator')
  const { body } = await operator.call(owner, 'GET', `/operator/v1/orders/${id}/timeline`)
  const line = body.data.find(({ kind }: Json) => kind === 'refund_pending')
  expect(line.actor).toMatchObject({ kind: 'person', name: 'olga' })
})

it('one of two concurrent refunds of an order wins, and the other gets 409', async () => {
  const id = await idOf(await merchant.paid())
  const answers = await Promise.all([1, 2].map(() => post(`/orders/${id}/refunds`, {})))
  expect(answers.map(({ status }) => status).sort()).toEqual([expect.any(Number), 409])
  expect([201, 202]).toContain(answers.map(({ status }) => status).sort()[0])
})

it('an operator cancels an order, notifies the store again, and polls the gateway', async () => {
  const id = await idOf(await merchant.open())
  expect((await post(`/orders/${id}/cancel`)).body.order.status).toBe('cancelled')
  const paid = await merchant.paid()
  const paidId = await idOf(paid)
  const { body } = await operator.call(owner, 'GET', `/operator/v1/orders/${paidId}`)
  const asked = await post(`/payments/${body.payments[0].id}/ask`)
  expect(asked).toMatchObject({ status: 200, body: { state: 'paid' } })
  const before = world.shop.messages.filter((message) => message.order.id === paid.id).length
  expect((await post(`/orders/${paidId}/notify`)).status).toBe(202)
  await eventually(
    async () =>
      world.shop.messages.filter((message) => message.order.id === paid.id).length > before,
  )
})

it('an alert is assigned, annotated, grouped by cause with its money, and closed', async () => {
  const { ctx } = world.puente
  const order = await merchant.open()
  const id = await idOf(order)
  await openAlert(ctx.db.query, {
    kind: 'order_paid_twice',
    storeId: TEST_STORE,
    orderId: id as never,
    subject: id,
    now: ctx.clock.now(),
    details: {},
  })
  const { body } = await operator.call(owner, 'GET', '/operator/v1/alerts?kind=order_paid_twice')
  const [alert] = body.data
  expect(alert).toMatchObject({ store_id: TEST_STORE, order: { external_id: order.id } })
  const groups = await operator.call(owner, 'GET', '/operator/v1/alert-groups')
  expect(groups.body.data).toMatchObject([
    { kind: 'order_paid_twice', alerts: 1, orders: 1, money: [{ amount: '100.00' }] },
  ])
  const changed = await operator.call(operating, 'PATCH', `/operator/v1/alerts/${alert.id}`, {
    body: { note: 'Called the customer' },
  })
  expect(changed.body).toMatchObject({ assigned_to: null, note: 'Called the customer' })
  expect((await post(`/alerts/${alert.id}/close`, undefined, operating)).status).toBe(200)
  expect((await operator.call(owner, 'GET', '/operator/v1/alerts')).body.data).toEqual([])
})

it('the orders that an outage alert counts are listed, page by page, and no others', async () => {
  const { query } = world.puente.ctx.db
  await merchant.paid()
  await settled(world)
  world.shop.setMode('refuses')
  const ids: string[] = []
  for (let n = 0; n < 3; n++) ids.push((await merchant.paid()).id)
  await eventually(
    async () => (await query.selectFrom('circuits').selectAll().execute()).length > 0,
  )
  const now = world.puente.ctx.clock.now()
  const about = { kind: 'shop_unreachable', storeId: TEST_STORE, subject: TEST_STORE, now } as const
  const details = { since: now.toISOString(), last_error: 'HTTP 503' }
  await openAlert(query, { ...about, details })
  const path = '/operator/v1/waiting-orders?kind=shop_unreachable&limit=2'
  const found = await eventually(async () => {
    const first = (await operator.call(owner, 'GET', path)).body
    if (!first.next_cursor) return undefined
    const rest = await operator.call(owner, 'GET', `${path}&cursor=${first.next_cursor}`)
    return [...first.data, ...rest.body.data]
  })
  expect(found.map(({ external_id: id }: Json) => id)).toEqual(ids.toReversed())
  const { body } = await operator.call(owner, 'GET', '/operator/v1/alert-groups')
  const group = body.data.find(({ kind }: Json) => kind === 'shop_unreachable')
  expect(group).toMatchObject({ orders: 3, is_outage: true, alerts: 1 })
  expect(group.why).toEqual([expect.stringContaining('HTTP 503')])
  const other = await operator.call(owner, 'GET', path.replace('shop', 'gateway'))
  expect(other.body).toEqual({ data: [], next_cursor: null })
  world.shop.setMode('as-usual')
  await closeAlert(query, about)
})

it("an alert is assigned to a member of its store's organization, and keeps the name after the member leaves", async () => {
  const { query } = world.puente.ctx.db
  const people = ['lea@tienda.example', 'lea@otra.example'].map((email) =>
    signedInPerson(world, { email, role: 'operator' }),
  )
  const [lea, other] = await Promise.all(people)
  await query.updateTable('people').set({ name: 'Lea' }).where('email', 'like', 'lea@%').execute()
  const now = world.puente.ctx.clock.now()
  await openAlert(query, {
    ...{ kind: 'gateway_data_unreadable', storeId: TEST_STORE, subject: 'lea' },
    ...{ now, details: {} },
  })
  const { body } = await operator.call(operating, 'GET', `/operator/v1/stores/${TEST_STORE}/people`)
  expect(body.data).toEqual(
    expect.arrayContaining([
      { id: lea?.id, name: 'Lea (lea@tienda.example)' },
      { id: other?.id, name: 'Lea (lea@otra.example)' },
    ]),
  )
  const { body: alerts } = await operator.call(owner, 'GET', '/operator/v1/alerts')
  const path = `/operator/v1/alerts/${alerts.data[0].id}`
  const assign = (assigned_to: unknown) =>
    operator.call(operating, 'PATCH', path, { body: { assigned_to } })
  expect(await assign('Lea')).toMatchObject({
    status: 422,
    body: { errors: [{ path: 'assigned_to' }] },
  })
  expect((await assign(lea?.id)).body.assigned_to).toBe('Lea (lea@tienda.example)')
  const left = `/operator/v1/people/${lea?.id}?organization_id=main`
  expect((await operator.call(owner, 'DELETE', left)).status).toBe(200)
  expect((await assign(lea?.id)).status).toBe(422)
  const name = encodeURIComponent('Lea (lea@tienda.example)')
  const hers = await operator.call(owner, 'GET', `/operator/v1/alerts?assigned_to=${name}`)
  expect(hers.body.data).toHaveLength(1)
  expect((await assign(null)).body.assigned_to).toBeNull()
})

it('all orders that differ at a store are notified together, after a dry run with count and amount', async () => {
  const { query } = world.puente.ctx.db
  const now = world.puente.ctx.clock.now()
  const paid = [await merchant.paid(), await merchant.paid({ amount: '40.00' })]
  const unpaid = await merchant.open()
  for (const order of [...paid, unpaid]) {
    const orderId = OrderId.parse(await idOf(order))
    await openAlert(query, {
      ...{ kind: 'store_disagrees', storeId: TEST_STORE, subject: orderId, orderId },
      ...{ now, details: {} },
    })
  }
  await eventually(async () =>
    paid.every(({ id }) => merchant.notifications(id).includes('order.paid')),
  )
  const before = world.shop.messages.length
  const path = `/stores/${TEST_STORE}/orders/notify`
  const looked = await post(path, {}, operating)
  expect(looked).toMatchObject({
    status: 200,
    body: {
      ...{ dry: true, orders: 2, money: [{ amount: '140.00', currency: 'HNL' }] },
      ...{ unpaid: 1, notified: 0, more: false },
    },
  })
  expect(world.shop.messages.length).toBe(before)
  const done = await post(path, { dry: false }, operating)
  expect(done.body).toMatchObject({ dry: false, orders: 2, notified: 2 })
  await eventually(async () => world.shop.messages.length === before + 2)
  const told = world.shop.messages.slice(before).map(({ order }) => order.id)
  expect(told.sort()).toEqual(paid.map(({ id }) => id).sort())
  const { body: audit } = await operator.call(owner, 'GET', '/operator/v1/audit')
  expect(audit.data.filter(({ action }: Json) => action === 'notifyStoreOfOrders')).toHaveLength(1)
})

it('a replay of tasks requires a filter, and a dry run replays nothing', async () => {
  const { query } = world.puente.ctx.db
  const now = world.puente.ctx.clock.now()
  const dead = { state: 'dead', run_at: now, created_at: now, ended_at: now } as const
  await query
    .insertInto('tasks')
    .values({ kind: 'ask-gateway', store_id: TEST_STORE, payload: '{}', needs: 'db', ...dead })
    .execute()
  expect(await post('/tasks/replay', { dry: false })).toMatchObject({ status: 422 })
  const seen = await post('/tasks/replay', { kind: 'ask-gateway' })
  expect(seen.body).toMatchObject({
    dry: true,
    replayed: 0,
    tasks: [{ store_id: TEST_STORE, kind: 'ask-gateway', count: 1 }],
  })
  const done = await post('/tasks/replay', { kind: 'ask-gateway', dry: false }, operating)
  expect(done.body).toMatchObject({ dry: false, replayed: 1 })
})

it('an API key is created with scopes, rotated, and revoked immediately', async () => {
  const made = await post(`/stores/${TEST_STORE}/api-keys`, {
    name: 'counter',
    scopes: ['read', 'refund'],
    refund_limit: { amount: '500.00', currency: 'HNL' },
  })
  expect(made.status).toBe(201)
  const api = (key: string) =>
    world.api('GET', '/v1/orders', undefined, { authorization: `Bearer ${key}` })
  expect((await api(made.body.api_key)).status).toBe(200)
  const { body } = await operator.call(owner, 'GET', '/operator/v1/api-keys?limit=1')
  expect(body.data).toMatchObject([
    { name: 'counter', scopes: ['read', 'refund'], refund_limit: { amount: '500.00' } },
  ])
  const rotated = await post(`/api-keys/${body.data[0].id}/rotate`)
  expect((await api(rotated.body.api_key)).status).toBe(200)
  expect((await api(made.body.api_key)).status).toBe(200)
  const revoked = await post(`/api-keys/${body.data[0].id}/revoke`)
  expect(revoked.body.state).toBe('revoked')
  expect((await api(made.body.api_key)).status).toBe(401)
})

it('a store is changed in the given fields only, disabled, and enabled', async () => {
  const path = `/operator/v1/stores/${TEST_STORE}`
  const changed = await operator.call(owner, 'PATCH', path, {
    body: { name: 'Otra', policy: { save_cards: true } },
  })
  expect(changed.body).toMatchObject({ name: 'Otra', policy: { save_cards: true } })
  const rotated = await post(`/stores/${TEST_STORE}/secrets/notify-secret/rotate`, {})
  expect(rotated.body.notify_secret).toMatch(/^whsec_/)
  expect((await post(`/stores/${TEST_STORE}/disable`)).body.disabled_at).toEqual(expect.any(String))
  expect((await world.api('GET', '/v1/orders')).status).toBe(403)
  expect((await post(`/stores/${TEST_STORE}/enable`)).body.disabled_at).toBeNull()
})

it('a reconciliation is started, read and listed', async () => {
  const begun = await post(`/stores/${TEST_STORE}/reconciliations`, {
    from: '2026-01-01',
    to: '2026-01-02',
    dry: true,
  })
  expect(begun.status).toBe(202)
  const read = await operator.call(owner, 'GET', `/operator/v1/reconciliations/${begun.body.id}`)
  expect(read).toMatchObject({ status: 200, body: { differences: { data: [] } } })
  const { body } = await operator.call(owner, 'GET', '/operator/v1/reconciliations')
  expect(body.data).toMatchObject([{ id: begun.body.id, store_id: TEST_STORE }])
})

it('an action on all stores of a person is in the audit log of each of their organizations', async () => {
  const other = StoreId.parse('otra-casa')
  await connectTestStore(world.puente, { id: other, notifyUrl: null })
  await moveStore(world, { storeId: other, organizationId: 'other-house' })
  const both = personWith('berta', { main: 'owner', 'other-house': 'owner' })
  const ofOther = personWith('otto', { 'other-house': 'owner' })
  const entries = async (person: Person) => {
    const { body } = await operator.call(person, 'GET', '/operator/v1/audit')
    return body.data.filter(
      ({ action, actor }: Json) => action === 'replayTasks' && actor.name === 'berta',
    )
  }
  await post('/tasks/replay', { kind: 'ask-gateway', dry: false }, both)
  expect(await entries(ofOther)).toMatchObject([
    { organization_id: 'other-house', outcome: 'done' },
  ])
  expect(await entries(owner)).toMatchObject([{ organization_id: 'main', outcome: 'done' }])
  await post('/tasks/replay', { store_id: other, dry: false }, both)
  expect(await entries(ofOther)).toMatchObject([{ store_id: other }, { store_id: null }])
  expect(await entries(owner)).toHaveLength(1)
})

it('a removed member and a revoked invitation are in the audit log of that organization only', async () => {
  const organizationId = 'third-house'
  await makeOrganization(world, organizationId)
  const { id: bruno } = await signedInPerson(world, {
    email: 'bruno@example.com',
    organizationId,
  })
  const both = personWith(bruno, { main: 'owner', [organizationId]: 'owner' })
  const ofThird = personWith('tina', { [organizationId]: 'owner' })
  const who = { email: 'rosa@example.com', role: 'viewer', organizationId } as const
  const member = await signedInPerson(world, who)
  const call = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await operator.call(both, method, `/operator/v1${path}`, body ? { body } : {})
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  await call('DELETE', `/people/${member.id}?organization_id=${organizationId}`)
  await call('POST', `/organizations/${organizationId}/invitations`, {
    email: 'sara@example.com',
    role: 'viewer',
  })
  const { data } = await call('GET', '/organizations')
  const [invitation] = data.find(({ id }: Json) => id === organizationId).invitations
  await call('DELETE', `/invitations/${invitation.id}?organization_id=${organizationId}`)
  const actions = async (person: Person): Promise<string[]> => {
    const { body } = await operator.call(person, 'GET', `/operator/v1/audit?actor_id=${bruno}`)
    return body.data.map(({ action }: Json) => action)
  }
  expect(await actions(ofThird)).toEqual(['takeBackInvitation', 'invitePerson', 'removePerson'])
  expect(await actions(owner)).toEqual([])
})

it('a refused change by an owner of another organization is in the audit log here', async () => {
  const organizationId = 'fourth-house'
  await makeOrganization(world, organizationId)
  const viewing = personWith('vera', { main: 'owner', [organizationId]: 'viewer' })
  const member = await signedInPerson(world, { email: 'rita@example.com', organizationId })
  const body = { organization_id: organizationId, role: 'viewer' }
  const path = `/operator/v1/people/${member.id}`
  expect((await operator.call(viewing, 'PATCH', path, { body })).status).toBe(403)
  const ofFourth = personWith('fina', { [organizationId]: 'owner' })
  const { body: log } = await operator.call(ofFourth, 'GET', '/operator/v1/audit?actor_id=vera')
  expect(log.data).toMatchObject([{ action: 'changePerson', outcome: 'refused', status: 403 }])
})

it('a dry run leaves no entry in the audit log', async () => {
  const looking = personWith('lucia', { main: 'owner' })
  expect((await post('/tasks/replay', { kind: 'ask-gateway' }, looking)).status).toBe(200)
  expect((await post('/tasks/replay', { kind: 'ask-gateway', dry: true }, looking)).status).toBe(
    200,
  )
  const { body } = await operator.call(owner, 'GET', '/operator/v1/audit?actor_id=lucia')
  expect(body.data).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const owner = personWith('olga', { main: 'owner' })

const operator = useStarted(() => startOperatorApi(world))

let calls = 0
const send = (method: string, path: string, body?: Json) =>
  operator.call(owner, method, `/operator/v1${path}`, {
    body,
    headers: { 'idempotency-key': `c-${++calls}` },
  })

const NEW = {
  id: 'panaderia',
  name: 'Panadería',
  secret_key: 'sk_test_sandbox',
  webhook_secret: 'whsec_of_the_portal',
}

describe('an owner who connects a store', () => {
  it('the response has the API key and the notify secret once, and the key works', async () => {
    const { status, body } = await send('POST', '/stores', NEW)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      store: { id: 'panaderia', environment: 'test', organization_id: 'main' },
      gateway_reached: true,
    })
    expect(body.notify_secret).toMatch(/^whsec_/)
    const answer = await fetch(`${world.url}/v1/webhook-health`, {
      headers: { authorization: `Bearer ${body.api_key}` },
    })
    expect(answer.status).toBe(200)
  })

  it('the id of an existing store is refused', async () => {
    const { status, body } = await send('POST', '/stores', { ...NEW, id: TEST_STORE })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ path: 'id' }])
  })

  it('one of two concurrent stores with the same id is refused', async () => {
    const answers = await Promise.all(
      [1, 2].map(() => send('POST', '/stores', { ...NEW, id: 'a-la-vez' })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422])
  })

  it.each([
    ['a key that the gateway does not know', { secret_key: 'sk_test_unknown' }, 'secret_key'],
    ['a key of no kind', { secret_key: 'abc' }, 'secret_key'],
    ['a publishable key of live', { publishable_key: 'pk_live_sandbox' }, 'publishable_key'],
    ['a key for a signing secret', { webhook_secret: 'sk_test_sandbox' }, 'webhook_secret'],
    ['an id with a space', { id: 'mi tienda' }, 'id'],
    ['an address of no web', { notify_url: 'ftp://tienda.example' }, 'notify_url'],
  ])('%s is refused beside its field, and no store is created', async (_, wrong, field) => {
    const { status, body } = await send('POST', '/stores', { ...NEW, id: 'rota', ...wrong })
    expect(status).toBe(422)
    expect(body.errors).toMatchObject([{ path: field }])
    expect((await send('GET', '/stores/rota')).status).toBe(404)
  })

  it('keys are validated without a store', async () => {
    const tried = await send('POST', '/gateway-keys/test', { secret_key: 'sk_test_sandbox' })
    expect(tried).toMatchObject({ status: 200, body: { reached: true, environment: 'test' } })
    const unknown = await send('POST', '/gateway-keys/test', { secret_key: 'sk_test_other' })
    expect(unknown).toMatchObject({ status: 422, body: { errors: [{ path: 'secret_key' }] } })
  })

  it("an owner of several organizations must name the store's organization", async () => {
    const both = personWith('beatriz', { main: 'owner', other: 'owner' })
    const answer = await operator.call(both, 'POST', '/operator/v1/stores', { body: NEW })
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'organization_id' }] } })
  })
})

describe('an owner who changes a store', () => {
  it('an unknown gateway key is refused, and the previous one stays', async () => {
    const changed = await send('POST', `/stores/${TEST_STORE}/secrets/secret-key/rotate`, {
      secret_key: 'sk_test_other',
    })
    expect(changed).toMatchObject({ status: 422, body: { errors: [{ path: 'secret_key' }] } })
  })

  it("policy that the store's platform does not know is refused", async () => {
    const policy = { platform: { colour: 'red' } }
    const changed = await send('PATCH', `/stores/${TEST_STORE}`, { policy })
    expect(changed).toMatchObject({ status: 422, body: { errors: [{ path: 'policy' }] } })
  })

  it('the effective policy includes the defaults', async () => {
    const { body } = await send('GET', `/stores/${TEST_STORE}`)
    expect(body).toMatchObject({ disabled_at: null, organization_id: 'main', policy: {} })
    expect(body.decisions).toMatchObject({ on_conflict: 'hold', reconcile: { days: 35 } })
  })

  it('a first order is ready to be paid', async () => {
    const { status, body } = await send('POST', `/stores/${TEST_STORE}/checkouts`, {
      order: { id: 'prueba-1', amount: '10.00', currency: 'HNL' },
    })
    expect(status).toBe(201)
    expect(body.pay_url).toContain('/pay/')
    const { ctx } = world.puente
    const order = await ctx.db.query
      .selectFrom('orders')
      .select('external_id')
      .where('store_id', '=', StoreId.parse(TEST_STORE))
      .executeTakeFirst()
    expect(order?.external_id).toBe('prueba-1')
  })
})

import { expect, it } from 'vitest'
import { connectionsWithin } from '../../src/runtime/net/connections.ts'
import { isPublicAddress } from '../../src/runtime/net/public-address.ts'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { merchantOf } from '../support/merchant.ts'
import { useWooWorld, useWorld } from '../support/use-world.ts'
import {
  connectTestStore,
  eventually,
  type Json,
  NOTIFY_SECRET,
  WEBHOOK_SECRET,
} from '../support/world.ts'

const world = useWorld()
const woo = useWooWorld()

const read = async (): Promise<Json> => (await world.api('GET', '/v1/store')).body
const patch = (changes: Json) => world.api('PATCH', '/v1/store', changes)
const rotate = (which: string, body: Json = {}) =>
  world.api('POST', `/v1/store/secrets/${which}/rotate`, body)
const errorsOf = ({ body }: { body: Json }) => body.errors.map(({ path }: Json) => path)

it('a store reads its settings, and the beginning and end of its secrets', async () => {
  const store = await read()
  expect(store).toMatchObject({
    id: 'tienda',
    environment: 'test',
    locale: 'es',
    policy: {},
    webhook_url: `${world.url}/webhooks/gateway/tienda`,
    secrets: { webhook_secret: { hint: expect.stringMatching(/^whsec_…/), replaced: [] } },
  })
  const text = JSON.stringify(store)
  for (const secret of ['sk_test_sandbox', WEBHOOK_SECRET, NOTIFY_SECRET, world.apiKey]) {
    expect(text).not.toContain(secret)
  }
})

it('a PATCH changes the named fields and nothing else', async () => {
  const { name: _, policy: __, updated_at: ___, ...before } = await read()
  const changed = await patch({ name: 'Otro nombre', policy: { on_conflict: 'refund' } })
  expect([changed.status, changed.body.name]).toEqual([200, 'Otro nombre'])
  const { name, policy, updated_at: ____, ...after } = await read()
  expect([name, policy, after]).toEqual(['Otro nombre', { on_conflict: 'refund' }, before])
  await patch({ policy: { on_conflict: null } })
  expect((await read()).policy).toEqual({})
})

it('an address is shown without its password and query', async () => {
  await patch({ orders_url: 'https://user:pass@shop.test/orders?token=secret' })
  expect((await read()).orders_url).toBe('https://shop.test/orders?…')
  await patch({ orders_url: null })
  expect((await read()).orders_url).toBeNull()
})

it.each<[string, Json, string[]]>([
  ['nothing', {}, ['']],
  ['an unknown field', { name: 'x', environment: 'live' }, ['environment']],
  ['a name that is empty', { name: '' }, ['name']],
  ['an address that is none', { notify_url: 'shop.test' }, ['notify_url']],
  ['a decision that there is not', { policy: { on_conflict: 'guess' } }, ['policy']],
  ['a decision that its platform has not', { policy: { platform: { x: 1 } } }, ['policy']],
])('a PATCH with %s is refused, and changes nothing', async (_, changes, paths) => {
  const before = await read()
  const refused = await patch({ ...changes })
  expect([refused.status, errorsOf(refused)]).toEqual([422, paths])
  expect(await read()).toEqual(before)
})

it('an address inside Puente’s network is refused in production', async () => {
  const { ctx } = world.puente
  const { storeConnections } = ctx
  const before = await read()
  Object.assign(ctx, { storeConnections: connectionsWithin(isPublicAddress) })
  for (const host of ['10.0.0.8', '127.0.0.1', '[::1]', 'localhost']) {
    const refused = await patch({ orders_url: `https://${host}/orders` })
    expect([host, refused.status, errorsOf(refused)]).toEqual([host, 422, ['orders_url']])
  }
  Object.assign(ctx, { storeConnections })
  expect(await read()).toEqual(before)
})

it('a rotated notify secret is shown once, and the previous one still signs for a day', async () => {
  const { status, body, headers } = await rotate('notify-secret')
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
  const { hint, replaced } = (await read()).secrets.notify_secret
  expect(hint.slice(-4)).toBe(body.notify_secret.slice(-4))
  expect(replaced).toEqual([
    { hint: `whsec_…${NOTIFY_SECRET.slice(-4)}`, until: body.previous_until },
  ])
  // The test store knows the previous secret only.
  const merchant = merchantOf(world, { prefix: 'N' })
  const { id } = await merchant.paid()
  await expect.poll(() => merchant.notifications(id)).toEqual(['order.paid'])
  const late = await rotate('notify-secret', { until: '2000-01-01T00:00:00Z' })
  expect([late.status, errorsOf(late)]).toEqual([422, ['until']])
})

it('a notify secret that was rotated too often cannot be rotated yet', async () => {
  const key = await connectTestStore(world.puente, { id: 'often', notifyUrl: world.shop.url })
  const again = () =>
    world.api(
      'POST',
      '/v1/store/secrets/notify-secret/rotate',
      {},
      { authorization: `Bearer ${key}` },
    )
  for (let times = 0; times < 8; times++) expect((await again()).status).toBe(200)
  const { status, body } = await again()
  expect([status, body.code, body.retry]).toEqual([409, 'rotated_too_often', 'retry'])
})

it('events under either webhook secret are accepted after a rotation', async () => {
  const { gatewayId } = await merchantOf(world, { prefix: 'H' }).open()
  const rotated = await rotate('webhook-secret', {
    webhook_secret: 'whsec_the_new_one_of_the_portal',
  })
  expect(rotated.body.secrets.webhook_secret.replaced).toHaveLength(1)
  expect(JSON.stringify(rotated.body)).not.toContain('the_new_one')
  for (const secret of [WEBHOOK_SECRET, 'whsec_the_new_one_of_the_portal']) {
    const body = eventOf(await paymentAtGateway(world, gatewayId), 'expired')
    // Web processes cache secrets for a second.
    await eventually(async () => (await deliver(world.url, { body, secret })).status === 200)
  }
})

it('a secret key that the gateway does not know, or a live one, is refused', async () => {
  for (const secret_key of ['sk_test_nobody', 'sk_live_sandbox', 'nonsense']) {
    const refused = await rotate('secret-key', { secret_key })
    expect([refused.status, errorsOf(refused)]).toEqual([422, ['secret_key']])
  }
  expect((await rotate('secret-key', { secret_key: 'sk_test_sandbox' })).status).toBe(200)
})

it('a store of a platform has neither a notify address nor a notify secret', async () => {
  const address = await woo.plugin('PATCH', '/v1/store', { notify_url: 'https://shop.test' })
  expect([address.status, errorsOf(address)]).toEqual([422, ['notify_url']])
  const { status, body } = await woo.plugin('POST', '/v1/store/secrets/notify-secret/rotate', {})
  expect([status, body.code]).toEqual([403, 'wrong_platform'])
})

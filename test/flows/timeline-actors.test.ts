import { expect, it } from 'vitest'
import { createApiKey } from '../../src/payments/stores/api-keys.ts'
import { merchantOf } from '../support/merchant.ts'
import { useWooWorld, useWorld, useWorldBehindProxy } from '../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const woo = useWooWorld()

const { world: behindProxy, proxy } = useWorldBehindProxy()

const doneBy = (timeline: readonly Json[]): string[] =>
  timeline.map(({ actor, kind }) => `${actor?.name ?? actor?.kind} ${kind}`)

it('each timeline entry has its actor: the API key by name, the gateway, the job', async () => {
  const { db, ids, clock } = world.puente.ctx
  const made = { storeId: TEST_STORE, name: 'counter', expiresAt: null }
  const apiKey = await createApiKey({ query: db.query, ids, now: clock.now() }, made)
  const merchant = merchantOf(world, { prefix: 'W' })
  const { id } = await merchant.paid()
  await world.api(
    'POST',
    `/v1/orders/${id}/refunds`,
    {},
    {
      authorization: `Bearer ${apiKey}`,
      'idempotency-key': 'who-1',
    },
  )
  await merchant.readWhen(id, ({ order }) => order.status === 'voided')
  const timeline = await merchant.timeline(id)
  const by = doneBy(timeline)
  expect(by).toEqual(
    expect.arrayContaining([
      'first order_taken',
      'first payment_created',
      'gateway event_applied',
      'gateway order_status_changed',
      'counter refund_pending',
    ]),
  )
  expect(timeline.filter(({ actor }) => actor === null)).toEqual([])
  const told = timeline.find(({ kind }) => kind === 'storefront_told')
  expect(told?.actor).toEqual({
    kind: 'job',
    name: 'notify-storefront',
    text: 'Puente, al avisar a la tienda',
  })
  const [taken] = timeline
  expect(taken?.actor).toMatchObject({ kind: 'api_key', text: 'clave de API «first»' })
  expect(taken?.actor.id).toMatch(/^key_/)
})

it('the customer is the actor of what a visit to the pay link causes', async () => {
  const merchant = merchantOf(behindProxy, { prefix: 'K' })
  proxy.always({ kind: 'answer', status: 503 })
  const { status } = await merchant.checkout('K-1')
  expect(status).toBe(502)
  proxy.calm()
  const { pay_url: payUrl } = await merchant.read('K-1')
  await eventually(async () => (await fetch(payUrl, { redirect: 'manual' })).status === 303)
  expect(doneBy(await merchant.timeline('K-1'))).toContain('customer payment_created')
})

it('the platform is the actor of what its plugin requests', async () => {
  const { id } = woo.woo.newOrder()
  await woo.checkoutOf(id)
  const { body } = await woo.plugin('GET', `/v1/orders/${id}/timeline`)
  expect(doneBy(body.data)).toContain('woocommerce order_taken')
})

it('an older entry without a recorded actor has none', async () => {
  const merchant = merchantOf(world, { prefix: 'O' })
  const { id } = await merchant.open()
  await world.puente.ctx.db.query.updateTable('timeline').set({ actor: null }).execute()
  const timeline = await merchant.timeline(id)
  expect(timeline.map(({ actor }) => actor)).toEqual(timeline.map(() => null))
})

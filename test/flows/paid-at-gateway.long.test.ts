import { expect, it } from 'vitest'
import { callGateway, merchantOf, setSandbox } from '../support/merchant.ts'
import { reconcileNow } from '../support/reconcile.ts'
import { settled } from '../support/settled.ts'
import { useWooWorld, useWorld } from '../support/use-world.ts'
import { WOO_STORE } from '../support/woo-world.ts'
import { CARDS, cardOf, type Json, type World } from '../support/world.ts'

const world = useWorld()
const wooWorld = useWooWorld()
const merchant = () => merchantOf(world, { prefix: 'PG' })

const chargeThatIsLost = async (in_: World, reference: string): Promise<Json> => {
  await setSandbox(in_, 'faults', { webhooks: { drop: 1 } })
  const created = await callGateway(in_, 'POST', '/v1/payments', {
    amount: 100,
    external_reference: reference,
    name: 'Order',
    metadata: { puente_payment: `pay_lost_${reference}` },
  })
  const charged = await in_.control('/sandbox/pay', {
    payment_id: created.id,
    card: cardOf(CARDS.approved),
  })
  await setSandbox(in_, 'faults', { webhooks: { drop: 0 } })
  return { ...created, transaction_id: charged.transaction_id }
}

const alertOf = async (gatewayId: number): Promise<Json> => {
  const { body } = await world.api('GET', '/v1/alerts')
  return body.data.find(({ details }: Json) => details.gateway_payment_id === String(gatewayId))
}

it('an order listed as paid at the gateway is refused every checkout, until its alert is closed', async () => {
  const id = 'PG-lost'
  const lost = await chargeThatIsLost(world, id)
  await reconcileNow(world)
  const method = await merchant().savedCard()
  const ways: Json[] = [{}, { mode: 'card_page' }, { payment_method: method }]
  for (const way of ways) {
    const refused = await merchant().checkout(id, {}, way)
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'already_paid_at_gateway', retry: 'ask-a-person' },
    })
    expect(refused.body.detail).toContain(String(lost.id))
  }
  expect(await merchant().atGateway(id)).toHaveLength(1)
  expect(merchant().notifications(id)).toEqual([])
  expect((await merchant().read(id)).order).toBeUndefined()

  const { id: alertId } = await alertOf(lost.id)
  expect((await world.api('POST', `/v1/alerts/${alertId}/close`)).status).toBe(200)
  expect((await merchant().checkout(id)).status).toBe(201)
})

it('the pay link of an order listed as paid at the gateway shows that, and charges no card', async () => {
  const { id, payUrl } = await merchant().open()
  const token = await merchant().token()
  await chargeThatIsLost(world, id)
  await reconcileNow(world)
  const visited = await fetch(`${payUrl}?lang=en`, { redirect: 'manual' })
  expect(visited.status).toBe(409)
  expect(await visited.text()).toContain('You will not be charged again')
  expect(await (await fetch(`${payUrl}/status`)).json()).toEqual({ kind: 'paid-at-gateway' })
  expect(await merchant().confirm(id, token)).toMatchObject({
    status: 409,
    body: { code: 'already_paid_at_gateway' },
  })
  expect(await merchant().read(id)).toMatchObject({ order: { status: 'awaiting_payment' } })
  await settled(world)
  expect(merchant().notifications(id)).toEqual([])
})

it('a listed payment that was voided does not keep its order from being paid', async () => {
  const id = 'PG-refunded'
  const lost = await chargeThatIsLost(world, id)
  await reconcileNow(world)
  expect((await merchant().checkout(id)).status).toBe(409)
  await world.control('/sandbox/portal/void', { transaction_id: lost.transaction_id })
  expect((await merchant().checkout(id)).status).toBe(201)
})

it('a checkout fails as unreachable while the gateway does not answer for the listed payment', async () => {
  const id = 'PG-silent'
  await chargeThatIsLost(world, id)
  await reconcileNow(world)
  await setSandbox(world, 'faults', { api: { error_503: 1 } })
  expect(await merchant().checkout(id)).toMatchObject({
    status: 502,
    body: { code: 'gateway_unreachable' },
  })
  await setSandbox(world, 'faults', { api: { error_503: 0 } })
})

it('WooCommerce gets an error of its own for an order that is paid at the gateway', async () => {
  const order = wooWorld.woo.newOrder({ total: '100.00' })
  await chargeThatIsLost(wooWorld, String(order.id))
  const { db, clock } = wooWorld.puente.ctx
  const [listed] = await callGateway(
    wooWorld,
    'GET',
    `/v1/payments?external_reference=${order.id}`,
  ).then(({ data }) => data)
  await db.query
    .insertInto('alerts')
    .values({
      store_id: WOO_STORE,
      kind: 'payment_without_order',
      subject: `gateway:${listed.id}`,
      details: JSON.stringify({
        external_reference: String(order.id),
        gateway_payment_id: String(listed.id),
      }),
      opened_at: clock.now(),
    })
    .execute()
  for (const way of [{ type: 'hosted' }, { type: 'card_fields', payment_token: 'tok_any' }]) {
    const answer = await wooWorld.plugin(
      'POST',
      '/v1/woocommerce/checkouts',
      wooWorld.payRequest(order.id, way),
    )
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_paid_at_gateway' } })
  }
})

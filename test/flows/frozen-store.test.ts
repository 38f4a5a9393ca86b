import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { requireKnownFeatures, unknownFeatures } from '../../src/db/installation/features.ts'
import { DAY_SECONDS, HOUR_SECONDS, merchantOf, pass } from '../support/merchant.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { eventually, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const merchant = merchantOf(world, { prefix: 'FR' })
const operator = useStarted(() => startOperatorApi(world))
const owner = personWith('olga', { main: 'owner' })
const operating = personWith('omar', { main: 'operator' })
const viewer = personWith('vera', { main: 'viewer' })
const WHY = 'An API key was stolen'

const post = (path: string, body?: Json, person = owner) =>
  operator.call(person, 'POST', `/operator/v1${path}`, { body })
const freeze = (person = owner) => post(`/stores/${TEST_STORE}/freeze`, { why: WHY }, person)
const unfreeze = (person = owner) => post(`/stores/${TEST_STORE}/unfreeze`, { why: 'Done' }, person)
afterEach(async () => {
  expect((await unfreeze()).status).toBe(200)
})

const requestsToCharge = async (): Promise<number> => {
  const { entries } = await world.control('/sandbox/journal')
  return entries.filter(
    ({ method, path }: Json) => method === 'POST' && /payments|confirm/.test(path),
  ).length
}
let pages = 0
const cardPage = async () => {
  const id = `FR-page-${++pages}`
  const { body } = await merchant.checkout(id, {}, { mode: 'card_page' })
  return { id, payUrl: body.pay_url }
}
const FROZEN = { status: 409, body: { code: 'store_frozen', retry: 'retry' } }

describe('a frozen store takes no payment', () => {
  it('a new order is refused and not kept, and the same request works after the thaw', async () => {
    await freeze()
    const before = await requestsToCharge()
    const refused = await merchant.checkout('FR-new')
    expect(refused).toMatchObject(FROZEN)
    expect(refused.body.customer_message).toMatch(/momento|moment/)
    expect((await world.api('GET', '/v1/orders/FR-new')).status).toBe(404)
    expect(await requestsToCharge()).toBe(before)
    await unfreeze()
    expect((await merchant.checkout('FR-new')).status).toBe(201)
  })

  it.each(['hosted', 'card_page'])(
    'an order with an open %s checkout gets no other',
    async (mode) => {
      const id = `FR-open-${mode}`
      expect((await merchant.checkout(id, {}, { mode })).status).toBe(201)
      await freeze()
      expect(await merchant.checkout(id, {}, { mode })).toMatchObject(FROZEN)
      await unfreeze()
      expect((await merchant.checkout(id, {}, { mode })).status).toBe(200)
    },
  )

  it.each(['request', 'counter'])('a %s makes nothing payable', async (source) => {
    await freeze()
    const before = await requestsToCharge()
    const body = { amount: '45.00', currency: 'HNL', source }
    const key = `FR-${source}`
    const byKey = { 'idempotency-key': key }
    expect(await world.api('POST', '/v1/payment-requests', body, byKey)).toMatchObject(FROZEN)
    const path = `/operator/v1/stores/${TEST_STORE}/payment-requests`
    const byPerson = await operator.call(operating, 'POST', path, { body, headers: byKey })
    expect(byPerson).toMatchObject(FROZEN)
    expect(await requestsToCharge()).toBe(before)
    await unfreeze()
    expect((await world.api('POST', '/v1/payment-requests', body, byKey)).status).toBe(201)
  })

  it('the answer kept for an Idempotency-Key does not lead to a checkout', async () => {
    const checkout = () =>
      world.api(
        'POST',
        '/v1/checkouts',
        { order: { id: 'FR-keyed', amount: '10.00', currency: 'HNL' } },
        { 'idempotency-key': 'fr-keyed' },
      )
    expect((await checkout()).status).toBe(201)
    await freeze()
    expect(await checkout()).toMatchObject(FROZEN)
    await unfreeze()
    expect((await checkout()).status).toBe(200)
  })

  it('a saved card and a typed card are not charged', async () => {
    const method = await merchant.savedCard()
    const { id } = await cardPage()
    const token = await merchant.token()
    await freeze()
    const before = await requestsToCharge()
    const charge = { payment_method: method, on_decline: 'stop' }
    expect(await merchant.checkout('FR-saved', {}, charge)).toMatchObject(FROZEN)
    expect(await merchant.checkout(id, {}, charge)).toMatchObject(FROZEN)
    expect(await merchant.confirm(id, token)).toMatchObject(FROZEN)
    expect(await requestsToCharge()).toBe(before)
    await unfreeze()
    expect((await merchant.confirm(id, token)).body.order.status).toBe('paid')
    expect((await merchant.checkout('FR-saved', {}, charge)).status).toBe(201)
  })

  it.each([
    ['es', 'Esta tienda no recibe pagos en este momento'],
    ['en', 'This store takes no payments at the moment'],
  ])(
    'the pay link says so in the language %s, and leads to the payment after the thaw',
    async (lang, title) => {
      const { payUrl, checkoutUrl } = await merchant.open()
      await freeze()
      const page = await fetch(`${payUrl}?lang=${lang}`, { redirect: 'manual' })
      expect(page.status).toBe(503)
      expect(await page.text()).toContain(title)
      expect(await (await fetch(`${payUrl}/status`)).json()).toEqual({ kind: 'store-frozen' })
      await unfreeze()
      const after = await fetch(payUrl, { redirect: 'manual' })
      expect(after.headers.get('location')).toBe(checkoutUrl)
    },
  )

  it('a card page that was opened before charges no card', async () => {
    const { id, payUrl } = await cardPage()
    const payment_token = await merchant.token()
    await freeze()
    const answer = await fetch(`${payUrl}/card`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ payment_token }),
    })
    expect(await answer.json()).toMatchObject({ next: 'leave' })
    expect(await merchant.atGateway(id)).toEqual([])
  })

  it('a payment that a customer makes at the gateway still counts, and the store is notified', async () => {
    const { id, checkoutUrl, payUrl } = await merchant.open()
    await freeze()
    await world.pay(checkoutUrl)
    await merchant.readWhen(id, ({ order }) => order.status === 'paid')
    await eventually(async () => merchant.notifications(id).includes('order.paid'))
    expect((await merchant.checkout(id)).status).toBe(200)
    const link = await fetch(payUrl, { redirect: 'manual' })
    expect(link.headers.get('location')).toMatch(/\/return$/)
  })
})

describe('a frozen store makes no refund', () => {
  it('a refund and a void are refused, and the same request works after the thaw', async () => {
    const { id } = await merchant.paid()
    await freeze()
    const refused = await merchant.refundInFull(id, {}, 'fr-refund')
    expect(refused).toMatchObject(FROZEN)
    expect(refused.headers.get('retry-after')).toBe('3600')
    expect((await merchant.read(id)).refunds).toEqual([])
    await unfreeze()
    const made = await merchant.refundInFull(id, {}, 'fr-refund')
    expect(made).toMatchObject({ status: 201, body: { refund: { state: 'succeeded' } } })
  })

  it('a refund that waits for the gateway waits for the thaw too, and is then made once', async () => {
    const { id } = await merchant.paid()
    const asked = await merchant.refundInFull(id, { amount: '40.00' }, 'fr-waits')
    expect(asked).toMatchObject({ status: 202, body: { refund: { state: 'waiting' } } })
    await freeze()
    await pass(world, 3 * DAY_SECONDS)
    const waits = await merchant.readWhen(id, ({ refunds }) => refunds[0].waiting_for === 'thaw')
    expect(waits.refunds).toMatchObject([{ state: 'waiting' }])
    expect(await merchant.keptAtGateway(id)).toBe(100)
    expect(await merchant.refundInFull(id, { amount: '40.00' }, 'fr-waits')).toMatchObject({
      status: 202,
    })
    await unfreeze()
    await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'succeeded')
    await pass(world, HOUR_SECONDS)
    expect(await merchant.keptAtGateway(id)).toBe(60)
  })

  it('a refund by policy waits for the thaw', async () => {
    await world.api('PATCH', '/v1/store', { policy: { on_conflict: 'refund' } })
    const { id, checkoutUrl } = await merchant.open()
    await merchant.confirm(id, await merchant.token())
    await freeze()
    await world.pay(checkoutUrl)
    await merchant.readWhen(id, ({ refunds }) => refunds.length === 1)
    await pass(world, HOUR_SECONDS)
    expect(await merchant.keptAtGateway(id)).toBe(200)
    await unfreeze()
    await merchant.readWhen(id, ({ refunds }) => refunds[0].state === 'succeeded')
    expect(await merchant.keptAtGateway(id)).toBe(100)
    await world.api('PATCH', '/v1/store', { policy: { on_conflict: null } })
  })

  it('a refund in the portal of the gateway is recorded', async () => {
    const { id, transactionId } = await merchant.paid()
    await world.control('/sandbox/settle', {})
    await freeze()
    await world.control('/sandbox/portal/refund', { transaction_id: transactionId, amount: 30 })
    const { refunds } = await merchant.readWhen(id, (now) => now.refunds.length === 1)
    expect(refunds).toMatchObject([{ origin: 'portal', amount: '30.00', state: 'succeeded' }])
  })
})

describe('people who freeze and thaw', () => {
  beforeEach(() => freeze(operating))

  it('an operator freezes, only an owner thaws, and a viewer does neither', async () => {
    expect(await freeze(viewer)).toMatchObject({ status: 403 })
    expect(await unfreeze(operating)).toMatchObject({ status: 403 })
    const { body } = await operator.call(viewer, 'GET', `/operator/v1/stores/${TEST_STORE}`)
    expect(body).toMatchObject({
      frozen_at: expect.any(String),
      frozen_by: 'omar',
      frozen_why: WHY,
    })
    expect(await unfreeze()).toMatchObject({ status: 200, body: { frozen_at: null } })
  })

  it('a second freeze keeps the first reason', async () => {
    const again = await post(`/stores/${TEST_STORE}/freeze`, { why: 'Something else' })
    expect(again).toMatchObject({ status: 200, body: { frozen_by: 'omar', frozen_why: WHY } })
  })

  it('a freeze without a reason is refused', async () => {
    for (const body of [{}, { why: '' }, { why: '  ' }]) {
      expect(await post(`/stores/${TEST_STORE}/freeze`, body)).toMatchObject({ status: 422 })
    }
  })

  it('the audit log has who and why, and an alert is open until the thaw', async () => {
    await unfreeze()
    const { body } = await operator.call(owner, 'GET', '/operator/v1/audit?limit=2')
    expect(body.data).toMatchObject([
      { action: 'unfreezeStore', actor: { name: 'olga' }, request: { why: 'Done' } },
      { action: 'freezeStore', actor: { name: 'omar' }, request: { why: WHY } },
    ])
    const alerts = async () =>
      (await world.api('GET', '/v1/alerts')).body.data.filter(
        ({ kind }: Json) => kind === 'store_frozen',
      )
    expect(await alerts()).toEqual([])
    await freeze(operating)
    expect(await alerts()).toMatchObject([{ details: { by: 'omar', words: [WHY] } }])
    expect((await alerts())[0].why).toContain(WHY)
  })

  it('a version that does not know the freeze may not serve the database', async () => {
    const { query } = world.puente.ctx.db
    const { rows } = await world.puente.ctx.db.pool.query('SELECT name FROM features_in_use')
    expect(rows).toContainEqual({ name: 'frozen-stores' })
    expect(await unknownFeatures(query)).toEqual([])
    await requireKnownFeatures(query)
  })
})

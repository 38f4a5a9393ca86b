import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { freezeStore, unfreezeStore } from '../../src/payments/stores/freeze-store.ts'
import { startGatewayProxy } from '../support/gateway-proxy.ts'
import { callGateway, pass, setSandbox } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useStarted } from '../support/use-world.ts'
import { startWooWorld, WOO_STORE } from '../support/woo-world.ts'
import { cardOf, eventually, type Json } from '../support/world.ts'

const proxy = useStarted(startGatewayProxy)
const world = useStarted(() => startWooWorld({ settings: { GATEWAY_BASE_URL: `${proxy.url}/v1` } }))
beforeAll(() => proxy.forwardTo(world.sandbox.url))
afterEach(() => settled(world))

const APPROVED = '4111111111111111'
const DECLINED_WHEN_SAVED = '4000000000000341'
const DECLINE = {
  kind: 'answer',
  status: 422,
  body: JSON.stringify({
    IsoResponseCode: '51',
    Errors: [{ Code: '51', Message: 'Fondos insuficientes' }],
  }),
} as const
const DECLINED = { status: 402, body: { code: 'card_declined', retry: 'permanent' } }
const CHARGE = (card: string) => `POST /v1/payment-methods/${card}/charge`

let people = 0
/** Saves a card at the gateway with a first payment, and returns its reference. */
const savedCard = async (number = APPROVED): Promise<string> => {
  const identity = `0801-1991-${String(++people).padStart(5, '0')}`
  const created = await callGateway(world, 'POST', '/v1/payments', {
    amount: 1,
    external_reference: identity,
    name: 'First payment',
    customer: { identity_number: identity },
  })
  const paid = { payment_id: created.id, card: cardOf(number), save_card: true }
  await world.control('/sandbox/pay', paid)
  const path = `/v1/payment-methods?customer[identity_number]=${identity}`
  return (await callGateway(world, 'GET', path)).data[0].id
}

const newRenewal = () => world.woo.newOrder({ customer_id: 1 }).id

/** Calls as the plugin's task does when WooCommerce Subscriptions asks for a renewal. */
const charge = (order: number, way: object) =>
  world.plugin('POST', '/v1/woocommerce/checkouts', world.payRequest(order, way))
const renew = (order: number, card: string, more: object = {}) =>
  charge(order, { type: 'saved_card', payment_method_id: card, ...more })
const findOut = (order: number) => charge(order, { type: 'find_out' })

const statusOf = (order: number) => world.woo.order(order).status
const atGateway = async (order: number): Promise<Json[]> =>
  (await callGateway(world, 'GET', `/v1/payments?external_reference=${order}`)).data
const attemptsOf = async (order: number): Promise<string[]> =>
  (await world.plugin('GET', `/v1/orders/${order}`)).body.payments.map(({ state }: Json) => state)

describe('a renewal of WooCommerce Subscriptions', () => {
  it('the saved card is charged without the customer, and the order is completed by the notification', async () => {
    const order = newRenewal()
    expect(await renew(order, await savedCard())).toMatchObject({
      status: 200,
      body: { result: 'paid', transaction_id: expect.any(String) },
    })
    await eventually(async () => statusOf(order) === 'processing')
    expect(await atGateway(order)).toMatchObject([{ status: 'paid', amount: 100 }])
  })

  it('a renewal of a frozen store is not charged and not failed, and is charged after the thaw', async () => {
    const [order, card] = [newRenewal(), await savedCard()]
    const { db, clock } = world.puente.ctx
    const at = () => ({ query: db.query, now: clock.now() })
    await freezeStore(at(), { id: WOO_STORE, why: 'A stolen key' })
    expect(await renew(order, card)).toMatchObject({
      status: 409,
      body: { code: 'store_frozen', retry: 'retry', customer_message: expect.any(String) },
    })
    expect(await atGateway(order)).toEqual([])
    await unfreezeStore(at(), { id: WOO_STORE })
    expect(await renew(order, card)).toMatchObject({ status: 200, body: { result: 'paid' } })
  })

  it('two processes that renew at once, and a repetition, charge once', async () => {
    const [order, card] = [newRenewal(), await savedCard()]
    await Promise.all([1, 2, 3].map(() => renew(order, card)))
    expect(await renew(order, card)).toMatchObject({ status: 200, body: { result: 'paid' } })
    expect(await atGateway(order)).toHaveLength(1)
    expect(await attemptsOf(order)).toEqual(['paid'])
  })

  it('a lost answer of the gateway is not a decline, and the next try finds the charge', async () => {
    const [order, card] = [newRenewal(), await savedCard()]
    proxy.next(CHARGE(card), { kind: 'lost' })
    const first = await renew(order, card)
    expect(['paid', undefined]).toContain(first.body.result)
    expect(first.body.code).not.toBe('card_declined')
    expect(await renew(order, card)).toMatchObject({ status: 200, body: { result: 'paid' } })
    expect(await findOut(order)).toMatchObject({ status: 200, body: { result: 'paid' } })
    expect(await atGateway(order)).toHaveLength(1)
    await eventually(async () => statusOf(order) === 'processing')
  })

  it('a charge that never reached the gateway stays open, and is charged once in the end', async () => {
    const [order, card] = [newRenewal(), await savedCard()]
    proxy.next(CHARGE(card), { kind: 'cut' })
    const first = await renew(order, card)
    expect(first.status).toBeGreaterThanOrEqual(500)
    // Until the charge is resolved, another one waits.
    expect(await renew(order, card)).toMatchObject({
      status: 409,
      body: { code: 'charge_unresolved', retry: 'retry' },
    })
    expect(await findOut(order)).toMatchObject({ body: { code: 'charge_unresolved' } })
    await pass(world, 30 * 60)
    await eventually(async () => (await renew(order, card)).body.result === 'paid')
    expect(await atGateway(order)).toHaveLength(1)
    await eventually(async () => statusOf(order) === 'processing')
  })

  it('a decline is a certain refusal, and a repetition gets it again without another charge', async () => {
    const [order, card] = [newRenewal(), await savedCard(DECLINED_WHEN_SAVED)]
    expect(await renew(order, card)).toMatchObject(DECLINED)
    expect(await renew(order, card)).toMatchObject(DECLINED)
    expect(await attemptsOf(order)).toEqual(['declined'])
    expect(statusOf(order)).toBe('pending')
  })

  it('a retry by the engine charges the same card again after a decline that the site knows', async () => {
    const [order, card] = [newRenewal(), await savedCard()]
    proxy.next(CHARGE(card), DECLINE)
    expect(await renew(order, card)).toMatchObject(DECLINED)
    // The answer was lost, so the planned try repeats the question.
    expect(await renew(order, card)).toMatchObject(DECLINED)
    expect(await attemptsOf(order)).toEqual(['declined'])
    proxy.next(CHARGE(card), DECLINE)
    expect(await renew(order, card, { known_declines: 1 })).toMatchObject(DECLINED)
    expect(await renew(order, card, { known_declines: 1 })).toMatchObject(DECLINED)
    expect(await attemptsOf(order)).toEqual(['declined', 'declined'])
    // The bank approves at last.
    expect(await renew(order, card, { known_declines: 2 })).toMatchObject({
      body: { result: 'paid' },
    })
    expect(await renew(order, card, { known_declines: 3 })).toMatchObject({
      body: { result: 'paid' },
    })
    expect(await attemptsOf(order)).toEqual(['declined', 'declined', 'paid'])
    await eventually(async () => statusOf(order) === 'processing')
    expect(await atGateway(order)).toHaveLength(1)
  })

  it('another card of the customer is charged although the first one was declined', async () => {
    const [order, card] = [newRenewal(), await savedCard(DECLINED_WHEN_SAVED)]
    expect(await renew(order, card)).toMatchObject(DECLINED)
    expect(await renew(order, await savedCard())).toMatchObject({ body: { result: 'paid' } })
  })

  it('a look for an earlier charge charges nothing', async () => {
    const order = newRenewal()
    expect(await findOut(order)).toMatchObject({ status: 409, body: { code: 'no_charge_known' } })
    await renew(order, await savedCard(DECLINED_WHEN_SAVED))
    expect(await findOut(order)).toMatchObject({ status: 409, body: { code: 'no_charge_known' } })
    expect(await attemptsOf(order)).toEqual(['declined'])
  })

  it('a revoked card is said, and another card of the customer pays', async () => {
    const [order, card] = [newRenewal(), await savedCard()]
    expect((await world.plugin('DELETE', `/v1/saved-cards/${card}`)).status).toBe(200)
    expect(await renew(order, card)).toMatchObject({
      status: 422,
      body: { code: 'no_such_saved_card' },
    })
    expect(await renew(order, await savedCard())).toMatchObject({ body: { result: 'paid' } })
  })

  it('an account without saved cards charges nothing', async () => {
    const [order, card] = [newRenewal(), await savedCard()]
    await setSandbox(world, 'profile', { tokenized_charge: false })
    expect(await renew(order, card)).toMatchObject({
      status: 409,
      body: { code: 'saved_cards_disabled' },
    })
    await setSandbox(world, 'profile', { tokenized_charge: true })
    expect(await atGateway(order)).toEqual([])
    expect(await renew(order, card)).toMatchObject({ body: { result: 'paid' } })
  })

  it.each([-1, 1.5, '1', 1_001, null])(
    'a number of declines of %j is refused',
    async (declines) => {
      const order = newRenewal()
      const refused = await renew(order, 'pm_x', { known_declines: declines })
      expect(refused).toMatchObject({ status: 422, body: { code: 'invalid_fields' } })
      expect(await atGateway(order)).toEqual([])
    },
  )
})

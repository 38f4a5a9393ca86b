import { createHmac, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../adapters/adapter.ts'
import { connectSingleMerchant } from '../../adapters/shopify/install/connect-shop.ts'
import { secretsOfOwnApp } from '../../adapters/shopify/shops/own-apps.ts'
import { saveShopifySession, shopifySessionsOf } from '../../adapters/shopify/tables/sessions.ts'
import { openConnection } from '../../src/db/stores/store-secrets.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { addMs } from '../../src/runtime/clock.ts'
import { settled } from '../support/settled.ts'
import type { StandInShop } from '../support/shopify/shop.ts'
import { PREVIOUS_SECRET } from '../support/shopify/shopify-world.ts'
import { useShopifyWorld } from '../support/use-world.ts'
import { eventually, type Json } from '../support/world.ts'

let shop: StandInShop

const world = useShopifyWorld()
beforeAll(async () => {
  shop = (await world.connectedShop('cafe')).shop
})

const eventsOf = (messageId: string) =>
  world.puente.ctx.db.query
    .selectFrom('events')
    .selectAll()
    .where('source', '=', 'shopify')
    .where('message_id', '=', messageId)
    .execute()

const looks = async (): Promise<unknown[]> => {
  const tasks = await world.puente.ctx.db.query
    .selectFrom('tasks')
    .select('payload')
    .where('kind', '=', 'sync-store-order')
    .execute()
  return tasks.map(({ payload }) => payload.externalId)
}

/** Posts like Shopify; in `headers`, `null` removes one. */
const post = (body: string, headers: Record<string, string | null> = {}): Promise<Response> => {
  const signature = createHmac('sha256', world.standIn.clientSecret).update(body).digest('base64')
  const all = {
    'content-type': 'application/json',
    'x-shopify-topic': 'orders/create',
    'x-shopify-hmac-sha256': signature,
    'x-shopify-shop-domain': 'cafe.myshopify.com',
    'x-shopify-webhook-id': 'b54557e4-bdd9-4b37-8a5f-bf7d70bcd043',
    ...headers,
  }
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  return fetch(`${world.url}/shopify/webhooks`, { method: 'POST', headers: sent, body })
}

const ORDER = 'gid://shopify/Order/9007199254740993'

describe('a webhook of a shop', () => {
  it('a webhook is stored as its order’s id before the answer, and the order is read afterwards', async () => {
    const order = shop.placeOrder()
    const [due] = shop.webhooks.due
    expect(await shop.webhooks.deliver()).toEqual([200])
    const [kept] = await eventsOf(due?.webhookId ?? '')
    expect(JSON.parse(kept?.body.toString() ?? '')).toEqual({
      admin_graphql_api_id: order.gid,
      payment_gateway_names: ['Tarjeta (Puente)'],
      financial_status: 'pending',
    })
    expect(kept).toMatchObject({ store_id: 'cafe', topic: 'orders/create' })
    await settled(world)
    expect(await looks()).toContain(order.id)
    expect((await eventsOf(due?.webhookId ?? ''))[0]).toMatchObject({ outcome: 'hint' })
  })

  it('a webhook about an order with another payment method costs no call', async () => {
    await shop.webhooks.deliver()
    await settled(world)
    const asked = () =>
      world.standIn.requests.filter((name) => / OrderForPayment$/.test(name)).length
    const before = asked()
    const foreign = [1, 2, 3].map(() => shop.placeOrder({ method: 'Bank Deposit' }))
    const dues = [...shop.webhooks.due]
    await shop.webhooks.deliver()
    await settled(world)
    expect(asked()).toBe(before)
    for (const due of dues) {
      expect((await eventsOf(due.webhookId))[0]).toMatchObject({ outcome: 'foreign' })
    }
    expect(await looks()).not.toEqual(expect.arrayContaining(foreign.map(({ id }) => id)))
  })

  it('a webhook about a refund of such an order costs no call', async () => {
    await settled(world)
    const asked = () =>
      world.standIn.requests.filter((name) => / OrderForPayment$/.test(name)).length
    const foreign = shop.placeOrder({ method: 'Bank Deposit' })
    shop.markPaidInAdmin(foreign.id)
    await shop.webhooks.deliver()
    await settled(world)
    const before = asked()
    shop.refundInAdmin(foreign.id, '10.00')
    const refund = shop.webhooks.due.find(({ topic }) => topic === 'refunds/create')
    await shop.webhooks.deliver()
    await settled(world)
    expect(asked()).toBe(before)
    const [kept] = await eventsOf(refund?.webhookId ?? '')
    expect(kept).toMatchObject({ outcome: 'foreign' })
    expect(JSON.parse(kept?.body.toString() ?? '')).toEqual({
      admin_graphql_api_id: foreign.gid,
      payment_gateway_names: ['Bank Deposit'],
    })
  })

  it('a webhook of several megabytes is accepted, and stored as its order’s id', async () => {
    const lines = Array.from({ length: 3_000 }, (_, n) => ({ id: n, name: 'x'.repeat(1_000) }))
    const large = JSON.stringify({ admin_graphql_api_id: ORDER, line_items: lines })
    expect(large.length).toBeGreaterThan(3_000_000)
    const webhookId = randomUUID()
    expect((await post(large, { 'x-shopify-webhook-id': webhookId })).status).toBe(200)
    const [kept] = await eventsOf(webhookId)
    expect(JSON.parse(kept?.body.toString() ?? '')).toEqual({ admin_graphql_api_id: ORDER })
  })

  it('a webhook has one effect, however often it is sent', async () => {
    const webhook = shop.webhooks.add('orders/updated', { admin_graphql_api_id: ORDER })
    const { send } = shop.webhooks
    expect(await Promise.all([send(webhook), send(webhook), send(webhook)])).toEqual([
      200, 200, 200,
    ])
    expect(await eventsOf(webhook.webhookId)).toHaveLength(1)
  })

  it('a webhook names its order exactly, though the id exceeds a double’s precision', async () => {
    const body = `{"id":17,"admin_graphql_api_id":"gid://shopify/Refund/17","order_id":9007199254740995}`
    const answer = await post(body, {
      'x-shopify-topic': 'refunds/create',
      'x-shopify-webhook-id': 'exact',
    })
    expect(answer.status).toBe(200)
    const edit = `{"order_edit":{"id":3,"order_id":9007199254740997}}`
    await post(edit, { 'x-shopify-topic': 'orders/edited', 'x-shopify-webhook-id': 'edit' })
    await settled(world)
    expect(await looks()).toEqual(expect.arrayContaining(['9007199254740995', '9007199254740997']))
  })

  it('an unreadable webhook or one of another topic is stored with that outcome', async () => {
    await post('no JSON at all', { 'x-shopify-webhook-id': 'unreadable' })
    await post('{}', { 'x-shopify-topic': 'products/create', 'x-shopify-webhook-id': 'product' })
    await settled(world)
    expect((await eventsOf('unreadable'))[0]?.outcome).toBe('unreadable')
    expect((await eventsOf('product'))[0]?.outcome).toBe('topic-without-effect')
  })

  it('a webhook under the previous secret is accepted during a rotation', async () => {
    const webhook = shop.webhooks.add('orders/updated', { admin_graphql_api_id: ORDER })
    shop.webhooks.due.splice(0)
    expect(await shop.webhooks.send(webhook, { secret: PREVIOUS_SECRET })).toBe(200)
  })

  it('a webhook of a shop without a store is answered 200 and not stored, because a retry would not help', async () => {
    const answer = await post('{"email":"ana@example.com"}', {
      'x-shopify-shop-domain': 'otra.myshopify.com',
      'x-shopify-webhook-id': 'of-nobody',
    })
    expect(answer.status).toBe(200)
    expect(await eventsOf('of-nobody')).toEqual([])
  })
})

describe('a webhook that is not from Shopify', () => {
  const body = JSON.stringify({ admin_graphql_api_id: ORDER })
  const right = () => createHmac('sha256', world.standIn.clientSecret).update(body).digest('base64')
  it.each<[string, () => Record<string, string | null>]>([
    ['without a signature', () => ({ 'x-shopify-hmac-sha256': null })],
    ['with an empty one', () => ({ 'x-shopify-hmac-sha256': '' })],
    ['whose signature has other cases', () => ({ 'x-shopify-hmac-sha256': swapped(right()) })],
    ['with a shorter one', () => ({ 'x-shopify-hmac-sha256': right().slice(0, -1) })],
    [
      'signed with another secret',
      () => ({
        'x-shopify-hmac-sha256': createHmac('sha256', 'another').update(body).digest('base64'),
      }),
    ],
  ])('a webhook %s is refused, and not stored', async (what, headers) => {
    const answer = await post(body, { 'x-shopify-webhook-id': `forged`, ...headers() })
    expect([what, answer.status]).toEqual([what, 401])
    expect(await eventsOf('forged')).toEqual([])
  })

  it('a webhook that was changed by one byte is refused', async () => {
    const changed = body.replace('3"', '4"')
    const answer = await post(changed, { 'x-shopify-hmac-sha256': right() })
    expect(answer.status).toBe(401)
  })

  it.each<[string, Record<string, string | null>]>([
    ['of no shop', { 'x-shopify-shop-domain': null }],
    ['of a shop that is none', { 'x-shopify-shop-domain': 'cafe.myshopify.com.evil.example' }],
    ['without an id', { 'x-shopify-webhook-id': null }],
    ['with an id that is none', { 'x-shopify-webhook-id': 'a b' }],
    ['without a topic', { 'x-shopify-topic': null }],
  ])('a webhook %s is refused', async (_, headers) => {
    expect((await post(body, headers)).status).toBe(400)
  })

  it('a webhook above the size limit is refused', async () => {
    expect((await post('x'.repeat(4 * 1_048_576 + 1))).status).toBe(413)
  })
})

describe('a shop with an app of its own', () => {
  const connectOwn = (id: string, shopName: string, secret = 'its-own-secret') => {
    const { ctx, sealer } = world.puente
    return connectSingleMerchant(
      { query: ctx.db.query, sealer, ids: ctx.ids, now: ctx.clock.now() },
      {
        id: StoreId.parse(id),
        name: 'Propia',
        locale: 'es',
        secretKey: 'sk_test_sandbox',
        publishableKey: null,
        webhookSecret: 'whsec_test_sandbox',
        shop: shopName,
        credentials: { client_id: 'its-own', client_secret: secret },
      },
    )
  }

  it.each([
    ['this installation’s', 'ambas', true],
    ['its own one', 'otras', false],
  ])('a shop that uninstalls %s app keeps the other one', async (_, name, isOurs) => {
    const { shop: both, store } = await world.connectedShop(name)
    const { query } = world.puente.ctx.db
    const own = `${name}-propia`
    await connectOwn(own, both.name)
    const before = { shop: both.name, sealed: '-', expires_at: null }
    const at = { created_at: new Date(0), updated_at: new Date(0) }
    const ofOwn = `its-own:offline_${both.name}`
    await saveShopifySession(query, { id: ofOwn, ...before, ...at })

    if (isOurs) both.access.revokeAll()
    const body = JSON.stringify({ id: 1 })
    const secret = isOurs ? world.standIn.clientSecret : 'its-own-secret'
    const answer = await post(body, {
      'x-shopify-topic': 'app/uninstalled',
      'x-shopify-shop-domain': both.name,
      'x-shopify-webhook-id': `uninstalled-${name}`,
      'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
    })
    expect(answer.status).toBe(200)
    await settled(world)
    const isGone = async (id: string) =>
      'uninstalled_at' in ((await findStore(query, StoreId.parse(id)))?.connection ?? {})
    expect([await isGone(store), await isGone(own)]).toEqual([isOurs, !isOurs])
    const sessions = (await shopifySessionsOf(query, both.name)).map(({ id }) => id)
    expect(sessions).toEqual([isOurs ? ofOwn : `offline_${both.name}`])
  })

  it('an own app’s signature is valid for its shop only', async () => {
    await connectOwn('propia', 'propia.myshopify.com')
    const body = JSON.stringify({ admin_graphql_api_id: ORDER })
    const signed = {
      'x-shopify-hmac-sha256': createHmac('sha256', 'its-own-secret').update(body).digest('base64'),
      'x-shopify-webhook-id': 'of-its-own',
    }
    const own = await post(body, { ...signed, 'x-shopify-shop-domain': 'propia.myshopify.com' })
    const foreign = await post(body, signed)
    expect([own.status, foreign.status]).toEqual([200, 401])
    const kept: Json[] = await eventsOf('of-its-own')
    expect(kept.map(({ store_id }) => store_id)).toEqual(['propia'])
  })

  it('each previous secret of an own app is valid for a day, also after another change', async () => {
    const { puente } = world
    await connectOwn('cambia', 'cambia.myshopify.com', 'its-first-secret')
    await connectOwn('cambia', 'cambia.myshopify.com', 'its-second-secret')
    const body = JSON.stringify({ admin_graphql_api_id: ORDER })
    const signedWith = async (secret: string): Promise<number> => {
      const answer = await post(body, {
        'x-shopify-hmac-sha256': createHmac('sha256', secret).update(body).digest('base64'),
        'x-shopify-webhook-id': secret,
        'x-shopify-shop-domain': 'cambia.myshopify.com',
      })
      return answer.status
    }
    expect(await signedWith('its-second-secret')).toBe(200)
    expect(await signedWith('its-first-secret')).toBe(200)
    expect(await signedWith('its-third-secret')).toBe(401)
    await connectOwn('cambia', 'cambia.myshopify.com', 'its-third-secret')
    // Processes cache a shop's secrets briefly.
    await eventually(async () => (await signedWith('its-third-secret')) === 200)
    expect(await signedWith('its-first-secret')).toBe(200)
    const store = await findStore(puente.ctx.db.query, StoreId.parse('cambia'))
    const open = (of: Store) => openConnection(puente.sealer, of)
    const aDayLater = { now: () => addMs(puente.ctx.clock.now(), 24 * 3_600_000) }
    expect(store && secretsOfOwnApp(store, { open, clock: aDayLater })).toEqual([
      'its-third-secret',
    ])
  })
})

const swapped = (text: string): string =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )

import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { connectSite } from '../../adapters/woocommerce/connect/connect-site.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { deliver, unmatchedEvent } from '../support/gateway-events.ts'
import { pass } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { SITE_FACTS, useWooShop } from '../support/use-woo-shop.ts'
import { WOO_STORE, type WooWorld } from '../support/woo-world.ts'
import { CARDS, eventually } from '../support/world.ts'

const { world, newOrder, statusOf, paid, rowsOf, openAlerts } = useWooShop()

describe('the connection test', () => {
  it('the test covers every direction, and repairs the store’s webhooks', async () => {
    const site_url = world.woo.url
    const { status, body } = await world.plugin('POST', '/v1/woocommerce/connection-test', {
      ...SITE_FACTS,
      site_url,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      store: { id: WOO_STORE, environment: 'test' },
      gateway: { ok: true },
      rest_api: { ok: true },
      plugin_route: { ok: true },
      webhooks: { ok: true },
      saved_cards: { ok: true },
      gateway_webhooks: {
        address: `${world.url}/webhooks/gateway/${WOO_STORE}`,
        detail: expect.stringMatching(/./),
      },
      card_fields: { publishable_key: 'pk_test_sandbox' },
    })
    expect([...world.woo.webhooks.all.values()].map(({ topic }) => topic).sort()).toEqual([
      'order.created',
      'order.deleted',
      'order.updated',
    ])
  })

  it('concurrent connection tests leave one webhook of each topic', async () => {
    world.woo.webhooks.all.clear()
    const check = () => world.plugin('POST', '/v1/woocommerce/connection-test', SITE_FACTS)
    const checks = await Promise.all([check(), check(), check()])
    for (const { body } of checks) expect(body.webhooks).toMatchObject({ ok: true })
    const topics = [...world.woo.webhooks.all.values()].map(({ topic }) => topic).sort()
    expect(topics).toEqual(['order.created', 'order.deleted', 'order.updated'])
  })

  it('the test says when the gateway last delivered', async () => {
    await paid()
    await eventually(async () => {
      const { body } = await world.plugin('POST', '/v1/woocommerce/connection-test', SITE_FACTS)
      return Date.parse(body.gateway_webhooks.last_at) > 0 && body.gateway_webhooks.ok === true
    })
  })

  it('the test describes deliveries in the language of the settings page', async () => {
    await paid()
    const read = async (language: string) => {
      const headers = { 'accept-language': language }
      const path = '/v1/woocommerce/connection-test'
      const { body } = await world.plugin('POST', path, SITE_FACTS, { headers })
      return body.gateway_webhooks
    }
    await eventually(async () => (await read('en')).ok === true)
    expect((await read('en')).detail).toContain('events arrive')
    expect((await read('es')).detail).toContain('eventos de la pasarela llegan')
  })

  it.each([
    ['es', 'Permita /wp-json/ sin ellos y pruebe de nuevo.'],
    ['en', 'Allow /wp-json/ without them, and test again.'],
  ])(
    'a store behind Basic authentication reads so once, in its language: %s',
    async (language, end) => {
      world.woo.failNext(/^GET orders/, {
        status: 401,
        headers: { 'www-authenticate': 'Basic realm="Staging"' },
        body: '<h1>401</h1>',
      })
      const headers = { 'accept-language': language }
      const path = '/v1/woocommerce/connection-test'
      const { body } = await world.plugin('POST', path, SITE_FACTS, { headers })
      expect(body.rest_api.ok).toBe(false)
      expect(body.rest_api.detail.endsWith(end)).toBe(true)
    },
  )

  it('the test says that deliveries under another secret are refused, and where to paste it again', async () => {
    const { pool } = world.puente.ctx.db
    const body = unmatchedEvent()
    await deliver(world.url, { store: WOO_STORE, body, secret: 'whsec_of_the_portal' })
    const { ok, detail, last_at } = await eventually(async () => {
      // Simulates a secret that was wrong from the start.
      await pool.query('DELETE FROM webhook_latest WHERE store_id = $1', [WOO_STORE])
      const tested = await world.plugin('POST', '/v1/woocommerce/connection-test', SITE_FACTS)
      const { gateway_webhooks: webhooks } = tested.body
      return webhooks.detail.includes('Puente rechaza entregas') && webhooks
    })
    // Anyone can send a forged delivery.
    expect([ok, last_at]).toEqual([null, null])
    expect(detail).toContain('Conectar con otra tienda o con otro Puente')
  })

  it('the test in a copy of the store names the original', async () => {
    const copy = { ...SITE_FACTS, site_url: 'https://staging.example' }
    const { body } = await world.plugin('POST', '/v1/woocommerce/connection-test', copy)
    expect(body.plugin_route).toEqual({ ok: false, detail: expect.stringContaining(world.woo.url) })
  })

  it('revoked keys open one alert, and an inactive plugin is named', async () => {
    world.woo.failNext(/^GET orders$/, { status: 401, body: { code: 'woocommerce_rest_x' } }, 50)
    await pass(world, 120)
    await eventually(async () => (await openAlerts()).includes('store_access_refused'))
    await pass(world, 120)
    await settled(world)
    expect((await openAlerts()).filter((kind) => kind === 'store_access_refused')).toHaveLength(1)
    expect(await openAlerts()).not.toContain('task_given_up')
    world.woo.plugin.isActive = false
    const { body } = await world.plugin('POST', '/v1/woocommerce/connection-test', SITE_FACTS)
    expect(body).toMatchObject({
      rest_api: { ok: false, detail: expect.stringMatching(/cortafuegos.*\(HTTP 401/) },
      plugin_route: {
        ok: false,
        detail: expect.stringContaining('Active WooCommerce y este plugin'),
      },
    })
    world.woo.plugin.isActive = true
  })
})

const connectAnew = (pairingSecret: string) => {
  const { ctx, sealer } = world.puente
  return connectSite(
    { query: ctx.db.query, sealer, ids: ctx.ids, now: ctx.clock.now() },
    {
      id: WOO_STORE,
      name: 'Café Woo',
      locale: 'es',
      secretKey: 'sk_test_sandbox',
      publishableKey: 'pk_test_sandbox',
      webhookSecret: 'whsec_of_the_woo_store',
      policy: undefined,
      site: { site_url: world.woo.url, rest_url: world.woo.restUrl },
      credentials: {
        consumer_key: world.woo.consumerKey,
        consumer_secret: world.woo.consumerSecret,
        webhook_secret: 'the secret of the store webhooks',
        pairing_secret: pairingSecret,
      },
    },
  )
}

describe('a store that is connected anew', () => {
  it('the previous pairing secret works until the plugin has used the new one', async () => {
    const secret = `pps_${randomBytes(32).toString('base64url')}`
    const before = world.pairingSecret
    await world.connect({ pairing_secret: secret, previous_pairing_secret: before })
    const status = async (by: string) =>
      (await world.plugin('GET', `/v1/orders/${newOrder()}`, undefined, { secret: by })).status
    expect(await status(before)).toBe(404)
    expect(await status(secret)).toBe(404)
    expect(await status(before)).toBe(401)
    await world.connect({ pairing_secret: before })
  })

  it('the plugin’s pairing secret survives two new connections before it gets the new one', async () => {
    const status = async (by: string) =>
      (await world.plugin('GET', `/v1/orders/${newOrder()}`, undefined, { secret: by })).status
    expect(await status(world.pairingSecret)).toBe(404)
    const pairings = [1, 2].map(() => `pps_${randomBytes(32).toString('base64url')}`)
    for (const pairing of pairings) await connectAnew(pairing)
    expect(await status(world.pairingSecret)).toBe(404)
    expect(await status(pairings[1] ?? '')).toBe(404)
    expect(await status(world.pairingSecret)).toBe(401)
    await world.connect()
  })
})

describe('a call that is not the plugin’s', () => {
  const request = () => world.payRequest(newOrder())
  const path = '/v1/woocommerce/checkouts'

  it.each<[string, Parameters<WooWorld['plugin']>[3], string]>([
    ['with another secret', { secret: 'pps_wrong' }, 'wrong_signature'],
    ['with another body', { tamperedBody: '{"order":{}}' }, 'wrong_signature'],
    ['of a store that there is not', { storeId: 'nobody' }, 'unknown_store'],
    ['of a shop of another platform', { storeId: 'tienda' }, 'unknown_store'],
    ['of yesterday', { now: new Date(Date.now() - 86_400_000) }, 'clock_differs'],
    ['without a nonce', { headers: { 'puente-nonce': '' } }, 'not_signed'],
  ])('a call %s is refused, and has no effect', async (_, options, code) => {
    const { status, body } = await world.plugin('POST', path, request(), options)
    expect([status, body.code]).toEqual([401, code])
    const known = await world.puente.ctx.db.pool.query(
      'SELECT count(*)::int AS n FROM orders WHERE store_id = $1 AND external_id = $2',
      [WOO_STORE, String((request() as { order: { id: number } }).order.id - 1)],
    )
    expect(known.rows[0].n).toBe(0)
  })

  it('a replayed call is refused', async () => {
    const nonce = randomBytes(24).toString('base64url')
    const body = request()
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.plugin('POST', path, body, { nonce })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401])
  })

  it.each([
    ['a total that is no decimal', { total: 'gratis' }, 'order.total'],
    ['a currency that is none', { currency: 'LPS' }, 'order.currency'],
    ['no id', { id: undefined }, 'order.id'],
  ])('an order with %s is refused with the field', async (_, changes, field) => {
    const { order, ...rest } = world.payRequest(newOrder()) as { order: object }
    const { status, body } = await world.plugin('POST', path, {
      ...rest,
      order: { ...order, ...changes },
    })
    expect(status).toBe(422)
    expect(body.errors.map((error: { path: string }) => error.path)).toEqual([field])
  })
})

// Last, because the store accepts no signed call afterwards.
describe('a disconnected store', () => {
  const leave = (secret?: string) =>
    world.plugin('POST', '/v1/woocommerce/disconnection', undefined, secret ? { secret } : {})
  const hasKeys = async () => {
    const store = await findStore(world.puente.ctx.db.query, WOO_STORE)
    return store?.sealed_connection !== null
  }

  let paidBefore = 0

  it('a disconnection with the secret of a new pairing keeps the current one', async () => {
    const secret = `pps_${randomBytes(32).toString('base64url')}`
    await world.connect({ pairing_secret: world.pairingSecret, previous_pairing_secret: secret })
    expect(await leave(secret)).toMatchObject({ status: 200, body: { keys: [] } })
    expect((await world.plugin('GET', `/v1/orders/${newOrder()}`)).status).toBe(404)
  })

  it('a disconnected store loses its webhooks immediately, and open payments end first', async () => {
    await world.plugin('POST', '/v1/woocommerce/connection-test', SITE_FACTS)
    expect(world.woo.webhooks.all.size).toBe(3)
    const id = newOrder()
    const checkoutUrl = await world.checkoutOf(id)
    const { status, body } = await leave()
    expect(status).toBe(200)
    expect(body).toMatchObject({
      webhooks_removed: true,
      keys: [{ ends_with: world.woo.consumerKey.slice(-7), is_forgotten: false }],
    })
    expect(body.open_orders).toBeGreaterThan(0)
    expect(world.woo.webhooks.all.size).toBe(0)
    const refused = await world.plugin('GET', `/v1/orders/${id}`)
    expect([refused.status, refused.body.code]).toEqual([401, 'unknown_store'])
    await world.pay(checkoutUrl, CARDS.approved)
    await eventually(async () => statusOf(id) === 'processing')
    paidBefore = id
  })

  it('the store’s keys are deleted once nothing is open, and Puente no longer calls it', async () => {
    expect(await hasKeys()).toBe(true)
    for (let hours = 0; hours < 48 && (await hasKeys()); hours += 6) {
      await pass(world, 6.1 * 60 * 60)
      await settled(world)
    }
    expect(await hasKeys()).toBe(false)
    expect(world.woo.webhooks.all.size).toBe(0)
    const asked = world.woo.requests.length
    await pass(world, 6.1 * 60 * 60)
    await settled(world)
    expect(world.woo.requests).toHaveLength(asked)
    expect((await leave()).body.code).toBe('unknown_store')
  })

  it('a store that is connected again resumes, and is notified of what it missed', async () => {
    const { ctx } = world.puente
    const { transaction_id } = world.woo.order(paidBefore)
    await world.control('/sandbox/settle', {})
    await world.control('/sandbox/portal/refund', { transaction_id, amount: 10 })
    await eventually(async () => {
      const { rows } = await ctx.db.pool.query(
        `SELECT 1 FROM refunds JOIN orders ON orders.id = refunds.order_id
          WHERE orders.external_id = $1 AND refunds.state = 'succeeded'`,
        [String(paidBefore)],
      )
      return rows.length === 1
    })
    await settled(world)
    expect(rowsOf(paidBefore)).toHaveLength(0)
    const connected = await connectAnew(world.pairingSecret)
    expect(connected.outcome).toBe('connected')
    await eventually(async () => rowsOf(paidBefore).length === 1)
    expect(await paid()).toBeGreaterThan(0)
  })

  it('the store’s keys are deleted after a month, though a refund’s outcome is unknown', async () => {
    const order = `SELECT id FROM orders WHERE external_id = '${paidBefore}'`
    const setState = (state: string) =>
      world.puente.ctx.db.pool.query(`UPDATE refunds SET state = $1 WHERE order_id IN (${order})`, [
        state,
      ])
    await setState('unknown')
    expect((await leave()).body.open_orders).toBeGreaterThan(0)
    await pass(world, 29 * 24 * 60 * 60)
    await settled(world)
    expect(await hasKeys()).toBe(true)
    await setState('unknown')
    await pass(world, 2 * 24 * 60 * 60)
    await eventually(async () => !(await hasKeys()))
  })
})

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headless } from '../../adapters/headless/adapter.ts'
import { checkKeysForm, keysFormSchema } from '../../adapters/onboarding/keys-form.ts'
import { readShopName } from '../../adapters/shopify/shops/shop-name.ts'
import { openAddressLogins } from '../../src/db/stores/store-secrets.ts'
import { findStore } from '../../src/db/stores/stores.ts'
import { createGateway } from '../../src/gateway/client.ts'
import { eventually, HANG_MS } from '../support/eventually.ts'
import { deliver, eventOf } from '../support/gateway-events.ts'
import { personWith, startOperatorApi } from '../support/operator.ts'
import { tablesHolding } from '../support/tables-holding.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { TEST_STORE } from '../support/world.ts'

const world = useWorld()
const operator = useStarted(() => startOperatorApi(world))

const owner = personWith('owner', { main: 'owner' })
const SECRET = 'whsec_of_the_portal_1234'
const event = () => eventOf({ id: 1, amount: 1, currency: '340' }, 'approved')
const delivered = async (secret: string, store: string = TEST_STORE) =>
  (await deliver(world.url, { body: event(), secret, store })).status

describe('a webhook secret that was pasted with a line break', () => {
  it.each([
    ['the merchant API', `${SECRET}-m`, '\n'],
    ['the operator API', `${SECRET}-o`, ' \u200b\r\n'],
  ])(
    'the pasted secret verifies the deliveries of the gateway: %s',
    async (api, secret, around) => {
      const body = { webhook_secret: `${around}${secret}${around}` }
      const rotated =
        api === 'the merchant API'
          ? await world.api('POST', '/v1/store/secrets/webhook-secret/rotate', body)
          : await operator.call(
              owner,
              'POST',
              `/operator/v1/stores/${TEST_STORE}/secrets/webhook-secret/rotate`,
              { body },
            )
      expect(rotated.status).toBe(200)
      // A signature mismatch refreshes the cached secrets.
      expect(await eventually(async () => (await delivered(secret)) === 200)).toBe(true)
    },
  )

  it('a secret with a line break inside is refused with the reason', async () => {
    const body = { webhook_secret: 'whsec_of_the\nportal_1234' }
    const answer = await world.api('POST', '/v1/store/secrets/webhook-secret/rotate', body)
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [
        {
          path: 'webhook_secret',
          message: 'Has a line break inside (U+000A, character 13); copy it again, whole and alone',
        },
      ],
    ])
  })
})

describe('a store that is connected with copied whitespace around its keys and addresses', () => {
  const connect = (id: string, more: object = {}) =>
    operator.call(owner, 'POST', '/operator/v1/stores', {
      body: {
        ...{ id, name: 'Pegada', secret_key: '\ufeffsk_test_sandbox\u200b' },
        ...{ publishable_key: ' pk_test_sandbox\u00a0', webhook_secret: `${SECRET}\n` },
        ...{ notify_url: `\u200f${world.shop.url}\n`, ...more },
      },
    })

  it('the store gets checkouts, deliveries and notifications', async () => {
    const { status, body } = await connect('pegada')
    expect([status, body.gateway_reached]).toEqual([201, true])
    const order = { id: 'P-1', amount: '10.00', currency: 'HNL' }
    const headers = { authorization: `Bearer ${body.api_key}` }
    const checkout = await world.api('POST', '/v1/checkouts', { order }, headers)
    expect(checkout.status).toBe(201)
    expect(await delivered(SECRET, 'pegada')).toBe(200)
    expect((await world.api('GET', '/v1/store', undefined, headers)).body.notify_url).toBe(
      world.shop.url,
    )
  })

  it.each([
    ['secret_key', 'sk_test_\u200bsandbox', 'invisible character'],
    ['publishable_key', 'pk_test_ sandbox', 'blank'],
    ['notify_url', 'https://shop.example/\nnotify', 'line break'],
    ['webhook_secret', `${SECRET} enabled`, 'blank'],
    ['notify_url', 'https://us%3Aer:pass@shop.example/notify', 'colon'],
    ['orders_url', 'https://user:pa%0Dss@shop.example/orders', 'control character'],
  ])('a stray character inside %s is refused', async (field, value, what) => {
    const { status, body } = await connect('rota', { [field]: value })
    expect([status, body.errors]).toMatchObject([
      422,
      [{ path: field, message: expect.stringContaining(`Has a`) }],
    ])
    expect(body.errors[0].message).toContain(what)
  })
})

describe('a store behind Basic authentication, whose address has a user and a password', () => {
  let shop: Server
  const calls: (string | undefined)[] = []
  beforeAll(async () => {
    shop = createServer((request, response) => {
      calls.push(`${request.url} ${request.headers.authorization}`)
      const isOrders = request.url === '/orders'
      response.writeHead(request.headers.authorization ? 200 : 401)
      response.end(isOrders ? '{"orders":[]}' : '')
    })
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => void shop?.close())

  it('Puente calls the store with the login, and neither shows nor stores the password in the clear', async () => {
    const { port } = shop.address() as AddressInfo
    const at = (path: string, login: string) => `http://${login}127.0.0.1:${port}${path}`
    const changed = await world.api('PATCH', '/v1/store', {
      notify_url: at('/notify', 'ana:s3cret%20of%20hers@'),
      orders_url: at('/orders', 'ana:an0ther@'),
    })
    expect([changed.status, changed.body.notify_url]).toEqual([200, at('/notify', '')])
    const { body } = await world.api('POST', '/v1/checkouts', {
      order: { id: 'B-1', amount: '10.00', currency: 'HNL' },
    })
    await world.pay(body.payment.checkout_url)
    const basic = (login: string) => `Basic ${Buffer.from(login).toString('base64')}`
    const notified = `/notify ${basic('ana:s3cret of hers')}`
    expect(await eventually(async () => calls.includes(notified))).toBe(true)
    const { ctx, sealer } = world.puente
    const store = await findStore(ctx.db.query, TEST_STORE)
    const storefront = store && headless.open({ ...ctx, sealer, settings: {} }).storefrontOf(store)
    expect(await storefront?.readOrders?.(['B-1'])).toMatchObject({ outcome: 'read' })
    expect(calls).toContain(`/orders ${basic('ana:an0ther')}`)
    for (const password of ['s3cret', 'an0ther']) {
      expect(await tablesHolding(ctx.db.query, password)).toEqual([])
    }
    await world.api('PATCH', '/v1/store', { notify_url: at('/notify', '') })
    const after = await findStore(ctx.db.query, TEST_STORE)
    expect(after && openAddressLogins(sealer, after)).toEqual({ orders_url: 'ana:an0ther' })
    await world.api('PATCH', '/v1/store', { notify_url: world.shop.url, orders_url: null })
  })
})

describe('the form that connects a store of a platform', () => {
  const check = (secretKey: string) => {
    const { connect_code: _, ...form } = keysFormSchema.parse({
      ...{ secret_key: secretKey, webhook_secret: `${SECRET}\u200b\n`, publishable_key: '\u00a0' },
    })
    return checkKeysForm(form, {
      locale: 'es',
      gatewayOf: (key, language) =>
        createGateway({
          ...{ baseUrl: world.gatewayUrl, secretKey: key, timeoutMs: HANG_MS, language },
          log: world.puente.ctx.log,
        }),
    })
  }

  it('the form reads keys without the whitespace around them', async () => {
    expect(await check('\u200bsk_test_sandbox\u200f ')).toMatchObject({
      outcome: 'accepted',
      gateway: {
        ...{ secret_key: 'sk_test_sandbox', publishable_key: null, webhook_secret: SECRET },
      },
    })
    expect(readShopName('\u200b Cafe.myshopify.com\n')).toBe('cafe.myshopify.com')
  })

  it('the form marks the field of a key with an invisible character inside', async () => {
    expect(await check('sk_test_\u200bsandbox')).toEqual({
      outcome: 'wrong',
      problems: { secret_key: 'invisible' },
    })
  })
})

import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { cutDatabase, restoreDatabase } from '../support/database-outage.ts'
import { type Delivery, deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { callAsPlugin } from '../support/plugin-calls.ts'
import { type PuenteProcess, startPuenteProcess } from '../support/puente-process.ts'
import { useStarted, useWorldWithRoutes } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json } from '../support/world.ts'

/** Canaries by field, so that a leak names its source. */
const planted = new Map<string, string>()
let next = 1_000
const canary = (where: string, make: (mark: string) => string = (mark) => mark): string => {
  const said = make(`zqx${++next}canary`)
  planted.set(where, said)
  return said
}
const digits = (where: string, length: number): string =>
  canary(where, () => `77${++next}`.padEnd(length, '3'))

const SECRET_KEY = canary('secret key', (mark) => `sk_test_${mark}`)
const WEBHOOK = canary('webhook secret', (mark) => `whsec_${mark}`)
const APP_SECRET = canary('secret of the Shopify app')
const NOTIFY = canary(
  'notify secret',
  (mark) => `whsec_${Buffer.from(mark.padEnd(24)).toString('base64')}`,
)
const API_KEY = canary('API key', (mark) => `puente_test_${mark}`)
const PAIRING = canary('pairing secret', (mark) => `pps_${mark.padEnd(43, 'A')}`)
const CONSUMER_KEY = canary('REST key', () => `ck_${String(++next).repeat(10)}`)
const CONSUMER_SECRET = canary('REST secret', () => `cs_${String(++next).repeat(10)}`)
const CONNECT_CODE = canary('connect code')
const STORE = 'canario'
const WOO = 'canario-woo'

let puente: PuenteProcess
const refusals: { to: string; said: Json }[] = []

/**
 * Returns the leaked canaries, except those in the request's own address and in the order, which
 * the merchant may read anyway.
 */
const leaksIn = ({ to, said }: (typeof refusals)[number]): string[] => {
  const { order: _, ...rest } = typeof said === 'string' ? { order: null, text: said } : said
  return search(JSON.stringify(rest))
    .filter((where) => !to.includes(planted.get(where) ?? ''))
    .map((where) => `${where} in ${to}: ${JSON.stringify(rest).slice(0, 500)}`)
}

const startEchoingShop = async () => {
  const port = await freePort()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    if (request.url === '/orders') return void response.end(`{ "orders": ${text} canary`)
    response.writeHead(500, { 'content-type': 'text/plain' }).end(`failed: ${text}`)
  }).listen(port, '127.0.0.1')
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const shop = useStarted(startEchoingShop)
const settings = () => ({
  SANDBOX_SECRET_KEY: SECRET_KEY,
  SHOPIFY_CLIENT_ID: 'id-of-app',
  SHOPIFY_CLIENT_SECRET: APP_SECRET,
  SHOPIFY_SHOP_ADDRESS: shop.url,
  SHOPIFY_PAYMENTS_PROXIES: '127.0.0.1',
  SHOPIFY_PAYMENTS_CERT_HEADER: 'x-client-verify',
  WOOCOMMERCE_ALLOW_PRIVATE_SITES: 'true',
  CONNECT_CODE,
})
const world = useWorldWithRoutes(settings)
beforeAll(async () => {
  await connectTestStore(world.puente, {
    id: STORE,
    notifyUrl: `${shop.url}/notify`,
    ordersUrl: `${shop.url}/orders`,
    secretKey: SECRET_KEY,
    apiKey: API_KEY,
    more: { webhookSecret: WEBHOOK, notifySecret: NOTIFY },
  })
  await connectTestStore(world.puente, {
    id: WOO,
    notifyUrl: null,
    secretKey: SECRET_KEY,
    more: {
      webhookSecret: WEBHOOK,
      platform: {
        name: 'woocommerce',
        connection: { site_url: shop.url, rest_url: `${shop.url}/wp-json/` },
        credentials: {
          consumer_key: CONSUMER_KEY,
          consumer_secret: CONSUMER_SECRET,
          pairing_secret: PAIRING,
          webhook_secret: canary('secret of the store webhooks'),
        },
      },
    },
  })
  await world.puente.close()
  const { sandbox } = world
  puente = await startPuenteProcess(world.url, {
    ...settings(),
    LOG_LEVEL: 'trace',
    DATABASE_URL: world.databaseUrl,
    PORT: String(world.settings.PORT),
    PUBLIC_URL: world.url,
    SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
    GATEWAY_BASE_URL: `${sandbox.url}/v1`,
    GATEWAY_EMBED_BASE_URL: `${sandbox.url}/embed/v1`,
    GATEWAY_SDK_URL: `${sandbox.url}/sdk/v1/connect.js`,
  })
})
afterAll(() => puente.kill())

const ask = async (
  method: string,
  path: string,
  { body, headers = {} }: { body?: unknown; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: Json; text: string }> => {
  const response = await fetch(world.url + path, {
    method,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  const said = isJson ? JSON.parse(text) : text
  if (response.status >= 400) refusals.push({ to: `${method} ${path} ${response.status}`, said })
  return { status: response.status, body: said, text }
}

const withKey = { authorization: `Bearer ${API_KEY}` }

const orderWith = (id: string, where: string) => ({
  id,
  amount: '125.50',
  currency: 'HNL',
  description: canary(`${where}: description`),
  customer: {
    name: canary(`${where}: name`),
    email: canary(`${where}: e-mail`, (mark) => `${mark}@example.hn`),
    phone: digits(`${where}: phone`, 11),
    identity_number: digits(`${where}: identity number`, 13),
  },
  metadata: { note: canary(`${where}: metadata`) },
})

const plantIn = (schema: Json, document: Json, where: string): Json => {
  const { $ref, properties, anyOf, oneOf, allOf, items, type, additionalProperties } = schema
  if ($ref)
    return plantIn(
      document.components.schemas[String($ref).split('/').at(-1) ?? ''],
      document,
      where,
    )
  const [first] = anyOf ?? oneOf ?? allOf ?? []
  if (first) return plantIn(first, document, where)
  if (properties) {
    return Object.fromEntries(
      Object.entries<Json>(properties).map(([name, field]) => [
        name,
        plantIn(field, document, `${where}.${name}`),
      ]),
    )
  }
  if (type === 'array') return [plantIn(items ?? {}, document, where)]
  if (type === 'object') return { any: plantIn(additionalProperties || {}, document, where) }
  return canary(where)
}

const search = (text: string): string[] =>
  [...planted]
    .filter(([, mark]) => text.includes(mark) || text.includes(encodeURIComponent(mark)))
    .map(([where]) => where)

it('the log, refusals, metrics and timelines hold no personal data and no secrets', async () => {
  const order = orderWith('C-1', 'order')
  const checkout = await ask('POST', '/v1/checkouts', { body: { order }, headers: withKey })
  expect(checkout.status).toBe(201)
  const payToken = new URL(checkout.body.pay_url).pathname.split('/').at(-1) ?? ''
  planted.set('pay token', payToken)
  await ask('GET', `/pay/${payToken}`)
  await ask('GET', `/pay/${payToken}/return?email=${canary('query of a pay page')}`)
  await ask('POST', `/pay/${payToken}/card`, {
    body: { payment_token: canary('payment token', (mark) => `tok_${mark}`) },
  })
  const payment = await paymentAtGateway(
    world,
    checkout.body.payment.gateway_payment_id,
    SECRET_KEY,
  )
  const send = (delivery: Delivery) =>
    deliver(world.url, { store: STORE, secret: WEBHOOK, ...delivery })
  const customer = orderWith('', 'event').customer
  await send({
    body: eventOf(payment, 'approved', { customer, name: canary('event: name of the payment') }),
  })
  await send({ body: eventOf(payment, 'approved', { status: canary('event: unreadable status') }) })
  await send({ body: `{"id":"${canary('event: of no JSON')}` })
  await send({ body: '{}', secret: canary('a wrong webhook secret') })

  // The gateway fails after receiving the request.
  await world.control('/sandbox/clock')
  const fault = await fetch(`${world.sandbox.url}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seed: 1, api: { error_500: 1 } }),
  })
  expect(fault.ok).toBe(true)
  await ask('POST', '/v1/checkouts', {
    body: { order: orderWith('C-2', 'order at a broken gateway') },
    headers: withKey,
  })
  await ask('GET', `/v1/saved-cards?email=${canary('e-mail of a query')}%40example.hn`, {
    headers: withKey,
  })
  await ask('GET', `/v1/saved-cards?identity_number=${digits('identity number of a query', 13)}`, {
    headers: withKey,
  })
  await fetch(`${world.sandbox.url}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })

  const document = (await ask('GET', '/openapi.json')).body
  for (const [path, methods] of Object.entries<Json>(document.paths)) {
    for (const [method, { requestBody, parameters = [] }] of Object.entries<Json>(methods)) {
      const schema = requestBody?.content['application/json'].schema
      const where = `${method} ${path}`
      const query = parameters
        .filter((one: Json) => one.in === 'query')
        .map(({ name }: Json) => `${name}=${canary(`${where}?${name}`)}`)
      const target = `${path.replaceAll(/\{\w+\}/g, 'C-1')}?${query.join('&')}`
      const body = schema && plantIn(schema, document, where)
      for (const headers of [
        withKey,
        { authorization: `Bearer ${canary(`${where}: a wrong key`)}` },
      ]) {
        await ask(method.toUpperCase(), target, {
          headers: { ...headers, 'idempotency-key': 'k-1' },
          ...(method === 'get' ? {} : { body: body ?? {} }),
        })
      }
      if (method === 'post')
        await ask('POST', target, {
          headers: withKey,
          body: `{"x": ${canary(`${where}: of no JSON`)}`,
        })
    }
  }

  // Headers, query and token of every other route.
  for (const { method, path } of world.mounted.filter(({ path }) => !path.startsWith('/v1/'))) {
    const where = `${method} ${path}`
    // Unlike a token, an id grants no access, and operators search the log by it.
    const target = path
      .replaceAll(':token', () => canary(`${where}: in the address`))
      .replaceAll(/:\w+/g, 'C-1')
    const isForm = /connections\/:token$|app\/page/.test(path)
    const fields = [
      'secret_key',
      'webhook_secret',
      'publishable_key',
      'connect_code',
      'code',
      'email',
    ]
    const said = Object.fromEntries(fields.map((name) => [name, canary(`${where}: ${name}`)]))
    await ask(
      method === 'USE' ? 'GET' : method,
      `${target}?token=${canary(`${where}: query`)}&hmac=${canary(`${where}: hmac`)}&code=${canary(`${where}: code`)}&shop=cafe.myshopify.com`,
      {
        headers: {
          ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
          'x-client-verify': 'SUCCESS',
          'shopify-shop-domain': 'cafe.myshopify.com',
          authorization: `Bearer ${canary(`${where}: authorization`)}`,
          cookie: `puente_connect=${canary(`${where}: cookie`)}`,
          'x-shopify-hmac-sha256': canary(
            `${where}: signature`,
            (mark) => `${mark.padEnd(43, 'A')}=`,
          ),
          referer: `https://x.example/?${canary(`${where}: referer`)}`,
          'user-agent': canary(`${where}: user agent`),
        },
        ...(method === 'POST'
          ? { body: isForm ? new URLSearchParams(said).toString() : said }
          : {}),
      },
    )
  }

  const begun = await ask('POST', '/woocommerce/connections', {
    body: {
      site_url: shop.url,
      site_name: canary('name of a site'),
      rest_url: `${shop.url}/wp-json/`,
      return_url: `${shop.url}/wp-admin/?nonce=${canary('return address')}`,
      pairing_secret: canary(
        'pairing secret that is begun',
        (mark) => `pps_${mark.padEnd(43, 'B')}`,
      ),
      locale: 'es',
      plugin_version: '1.0.0',
      woocommerce_version: '9.0.0',
    },
  })
  expect(begun.status).toBe(201)
  const connection = new URL(begun.body.connect_url).pathname
  planted.set('token of a connection', connection.split('/').at(-1) ?? '')
  await ask('GET', connection)
  await ask('POST', connection, {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      secret_key: canary('typed secret key', (mark) => `sk_test_${mark}`),
      webhook_secret: canary('typed webhook secret'),
    }).toString(),
  })
  await ask('POST', `${connection}/keys`, {
    body: { user_id: 'x', consumer_key: CONSUMER_KEY, consumer_secret: CONSUMER_SECRET },
  })
  const plugin = { storeId: WOO, secret: PAIRING }
  const woo = await callAsPlugin(world.url, plugin, '/v1/woocommerce/connection-test', {
    site_url: shop.url,
    plugin_version: '1',
    woocommerce_version: '9',
    wordpress_version: '6',
  })
  expect(woo.status).toBe(200)
  refusals.push({ to: 'the plugin', said: woo.body })
  const refused = await callAsPlugin(world.url, plugin, '/v1/woocommerce/checkouts', {
    order: orderWith('1', 'order of WooCommerce'),
  })
  refusals.push({ to: 'the plugin', said: refused.body })

  await cutDatabase(world.databaseUrl)
  await ask('POST', '/v1/checkouts', {
    body: { order: orderWith('C-3', 'order without a database') },
    headers: withKey,
  })
  await send({
    body: eventOf(payment, 'approved', {
      customer: orderWith('', 'event without a database').customer,
    }),
  })
  await ask('GET', `/pay/${payToken}`)
  await restoreDatabase(world.databaseUrl)
  await eventually(async () => (await fetch(`${world.url}/health`)).ok)

  await eventually(async () => puente.output().includes('storefront not notified'))
  await ask('POST', '/v1/reconciliations', {
    headers: { ...withKey, 'idempotency-key': 'r' },
    body: { from: '2026-05-01', to: '2026-05-04' },
  })
  const timeline = await ask('GET', '/v1/orders/C-1/timeline', { headers: withKey })
  expect(timeline.status).toBe(200)
  const problems = await ask('GET', '/v1/alerts', { headers: withKey })
  const tasks = await ask('GET', '/v1/tasks', { headers: withKey })
  const metrics = await ask('GET', '/metrics')

  expect(planted.size).toBeGreaterThan(300)
  expect(refusals.length).toBeGreaterThan(100)
  expect(puente.output().length).toBeGreaterThan(10_000)
  const found = {
    log: search(puente.output()),
    refusals: refusals.flatMap(leaksIn),
    metrics: search(metrics.text),
    timeline: search(timeline.text),
    problems: search(problems.text),
    tasks: search(tasks.text),
  }
  expect(found).toEqual({
    log: [],
    refusals: [],
    metrics: [],
    timeline: [],
    problems: [],
    tasks: [],
  })
})

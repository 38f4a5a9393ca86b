import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { GATEWAY_WEBHOOK_PATH } from '../../src/http/gateway-webhooks/intake.ts'
import { problemDocument } from '../../src/http/requests/problem.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { signatureOf } from '../support/gateway-events.ts'
import type { MountedRoute } from '../support/mounted-routes.ts'
import { type RawAnswer, type RawRequest, sendRaw } from '../support/raw-request.ts'
import { useWorldWithRoutes } from '../support/use-world.ts'
import { connectTestStore, type Json, TEST_STORE } from '../support/world.ts'

const RUNS = 60
const AT_ONCE = 64
const MOST_MS = 25_000

let routes: MountedRoute[]
let port: number
let bodies: Map<string, Json>
let keys: string[]
let ids: string[]
const logged: string[] = []

const NOWHERE = 'http://127.0.0.1:9'

const OF_WOOCOMMERCE = {
  name: 'woocommerce' as const,
  connection: { site_url: NOWHERE, rest_url: `${NOWHERE}/wp-json/` },
  credentials: {
    consumer_key: `ck_${'a1'.repeat(20)}`,
    consumer_secret: `cs_${'b2'.repeat(20)}`,
    pairing_secret: `pps_${'A'.repeat(43)}`,
    webhook_secret: 'the secret of the store webhooks',
  },
}
const OF_SHOPIFY = {
  name: 'shopify' as const,
  connection: { shop: 'cafe.myshopify.com', mode: 'payments-app' },
  credentials: {},
}

const log = createLog({
  level: 'info',
  service: 'test',
  destination: { write: (line) => void logged.push(line) },
})
const world = useWorldWithRoutes(
  {
    SHOPIFY_CLIENT_ID: 'id-of-app',
    SHOPIFY_CLIENT_SECRET: 'secret-of-app',
    SHOPIFY_PAYMENTS_PROXIES: '127.0.0.1',
    SHOPIFY_PAYMENTS_CERT_HEADER: 'x-client-verify',
    SHOPIFY_SHOP_ADDRESS: NOWHERE,
    WOOCOMMERCE_ALLOW_PRIVATE_SITES: 'true',
  },
  { log },
)
beforeAll(async () => {
  port = world.settings.PORT
  routes = [...world.mounted, { method: 'POST', path: `${GATEWAY_WEBHOOK_PATH}:store` }]
  const document: Json = await (await fetch(`${world.url}/openapi.json`)).json()
  bodies = new Map(
    Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
      Object.entries<Json>(methods).flatMap(([method, { requestBody }]) => {
        const schema = requestBody?.content['application/json'].schema
        const name = `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`
        return schema ? [[name, plausible(schema, document)] as const] : []
      }),
    ),
  )
  const revoked = world.apiKey
  const connect = (store: Parameters<typeof connectTestStore>[1]) =>
    connectTestStore(world.puente, store)
  const right = await connect({ notifyUrl: world.shop.url, apiKey: 'key_of_the_fuzzed_store' })
  keys = [right, right, right, revoked]
  for (const platform of [OF_WOOCOMMERCE, OF_SHOPIFY]) {
    keys.push(await connect({ id: `de-${platform.name}`, notifyUrl: null, more: { platform } }))
  }
  const order = { id: 'A-1', amount: '10.00', currency: 'HNL' }
  const headers = { authorization: `Bearer ${right}` }
  const { body } = await world.api('POST', '/v1/checkouts', { order }, headers)
  const token = new URL(body.pay_url).pathname.split('/').at(-1) ?? ''
  await world.pay((await fetch(body.pay_url, { redirect: 'manual' })).headers.get('location') ?? '')
  ids = [
    'A-1',
    'A-2',
    token,
    TEST_STORE,
    'de-woocommerce',
    'prb_1',
    '1',
    'cafe.myshopify.com',
    'gateway',
  ]
})

const plausible = (schema: Json, document: Json): Json => {
  const { $ref, example, examples, properties, anyOf, oneOf, allOf, items, type } = schema
  if ($ref)
    return plausible(document.components.schemas[String($ref).split('/').at(-1) ?? ''], document)
  if (example !== undefined) return example
  if (examples?.[0] !== undefined) return examples[0]
  if (schema.enum) return schema.enum[0]
  const [first] = anyOf ?? oneOf ?? allOf ?? []
  if (first) return plausible(first, document)
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, field]) => [name, plausible(field, document)]),
    )
  }
  if (type === 'array') return [plausible(items ?? {}, document)]
  return { integer: 1, number: 1, boolean: true, object: {} }[String(type)] ?? 'x'
}

const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('\u0000', '\ud800', '9'.repeat(400), 1e300, -0, '__proto__', '', null, [], {}),
  fc.constantFrom('A-2', '10.00', 'HNL', 'USD', 'x'.repeat(5_000), true, -1),
)

const ODD_PARTS = [
  ...['%00', '%', '%zz', '%ed%a0%80', '..', '%2e%2e%2f', '%2F', "'", '"', '<script>', '\\', '\xff'],
  ...[
    '__proto__',
    'constructor',
    '-1',
    '1e9',
    '9'.repeat(30),
    'x'.repeat(3_000),
    '%f0%9f%98%80',
    '',
  ],
  ...['a b', ';', '{id}', ':id', '*', '(', '%0d%0a', 'ord_x', 'prb_999999999999999999', 'tsk_1'],
]

const anyTarget = (path: string): fc.Arbitrary<string> => {
  const part = fc.oneof(
    { arbitrary: fc.constantFrom(...ids), weight: 3 },
    { arbitrary: fc.constantFrom(...ODD_PARTS), weight: 2 },
    fc.string({ maxLength: 20 }).map(encodeURIComponent),
  )
  const names = fc.constantFrom(
    ...['limit', 'cursor', 'status', 'state', 'from', 'to', 'email', 'identity_number', 'lang'],
    ...[
      'waited',
      'cancelled',
      'failed',
      'changed',
      'shop',
      'hmac',
      'code',
      'state',
      'host',
      'fresh',
    ],
    ...['order_id', 'kind', 'timestamp', 'session', 'x', '__proto__', 'a[b]', 'a[]', '%'],
  )
  const query = fc
    .array(
      fc.tuple(
        names,
        fc.oneof(part, fc.constantFrom('2026-01-01', 'es', '10', 'HNL', '%00', '%ff')),
      ),
      { maxLength: 4 },
    )
    .map((pairs) => (pairs.length > 0 ? `?${pairs.map((pair) => pair.join('=')).join('&')}` : ''))
  const parts = path.split('/').map((each) => (each.startsWith(':') ? part : fc.constant(each)))
  const below = fc.oneof(
    { arbitrary: fc.constant(''), weight: 6 },
    part.map((one) => `/${one}`),
  )
  return fc
    .tuple(fc.tuple(...parts), below, query)
    .map(([all, more, search]) => `${all.join('/')}${more}${search}`.replace(/[\s]/g, '%20') || '/')
}

const ODD_BODIES = [
  ...['', '{', '[]', 'null', '"x"', 'a=1&a=2&__proto__=3', 'webhook_id=7', '\ufeff{}'].map((text) =>
    Buffer.from(text),
  ),
  Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  Buffer.alloc(300_000, '{"a":'),
  gzipSync(Buffer.alloc(5_000_000)),
  gzipSync(Buffer.from('{"id":1}')).subarray(0, 12),
]

const anyBody = (route: string): fc.Arbitrary<Buffer | undefined> => {
  const known = bodies.get(route)
  const fields = fc.dictionary(
    fc.constantFrom('order', 'amount', 'payment_token', 'advance_seconds', 'reason', 'kinds', 'x'),
    anyValue,
    { maxKeys: 3 },
  )
  const changed = fc
    .tuple(fc.constant(known ?? {}), fields)
    .map(([right, odd]) => ({ ...right, ...odd }))
  const json = fc
    .oneof({ arbitrary: fc.constant(known ?? {}), weight: 3 }, changed, anyValue)
    .map((value) => Buffer.from(JSON.stringify(value) ?? ''))
  return fc.oneof(
    { arbitrary: json, weight: 8 },
    { arbitrary: json.map((plain) => gzipSync(plain)), weight: 1 },
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(...ODD_BODIES),
    fc.constant(undefined),
  )
}

const anyHeaders = (): fc.Arbitrary<[string, string][]> => {
  const one = <T>(...values: T[]) => fc.constantFrom(...values)
  const header = (name: string, value: fc.Arbitrary<string>) =>
    value.map((said): [string, string] => [name, said])
  const key = one(...keys, 'no-such-key', 'x'.repeat(4_000), '')
  const odd = fc.string({ maxLength: 40 }).map((any) => any.replace(/[^\x20-\x7e]/g, '?'))
  const now = Math.floor(Date.now() / 1_000)
  const often = [
    { arbitrary: header('idempotency-key', one('k1', 'k2', 'x'.repeat(192), '')), weight: 3 },
    {
      arbitrary: header(
        'content-type',
        one(
          ...['application/json', 'application/x-www-form-urlencoded', 'text/plain', '', 'x'],
          ...['application/json; charset=utf-16', 'application/json; charset=x', 'a/b; c="'],
        ),
      ),
      weight: 8,
    },
    {
      arbitrary: header(
        'content-encoding',
        one('gzip', 'deflate', 'br', 'zstd', 'identity', 'gzip, gzip', 'x', '__proto__', ''),
      ),
      weight: 3,
    },
  ]
  const seldom = [
    header('accept-language', one('es', 'en;q=0.9', '*', ';;q=', 'x'.repeat(500))),
    header('accept', one('text/html', 'application/json', '*/*', ';')),
    header('cookie', odd),
    header('origin', one('null', 'https://evil.example', 'x')),
    header('x-forwarded-for', one('1.2.3.4', '::1', 'x', ','.repeat(50))),
    header('service-signature', one(signatureOf('{}'), `t=${now},v1=${'0'.repeat(64)}`, 't=,v1=')),
    header('x-wc-webhook-signature', one(`${'A'.repeat(43)}=`, 'x')),
    header('x-shopify-hmac-sha256', one(`${'A'.repeat(43)}=`, 'x')),
    header('x-shopify-shop-domain', one('cafe.myshopify.com', 'x', '')),
    header('shopify-shop-domain', one('cafe.myshopify.com', 'x', '')),
    header('x-client-verify', one('SUCCESS', 'NONE')),
    header('puente-store', one('de-woocommerce', TEST_STORE, 'x', '')),
    header('puente-timestamp', one(String(now), '0', 'x')),
    header('puente-nonce', one('A'.repeat(24), 'x')),
    header('puente-signature', one(`v1=${'0'.repeat(64)}`, 'x')),
    header('range', one('bytes=0-1', 'bytes=9-1', 'x')),
    header('if-none-match', odd),
    header('expect', one('100-continue', 'x')),
  ]
  return fc
    .tuple(
      fc.option(
        header(
          'authorization',
          key.map((each) => `Bearer ${each}`),
        ),
        { freq: 5 },
      ),
      fc.uniqueArray(fc.oneof(...often, ...seldom), { maxLength: 6, selector: ([name]) => name }),
    )
    .map(([authorization, others]) => [
      ['host', `127.0.0.1:${port}`],
      ...(authorization ? [authorization] : []),
      ...others,
    ])
}

const anyRequest = (): fc.Arbitrary<RawRequest> =>
  fc.constantFrom(...routes).chain(({ method, path }) => {
    const usual = method === 'USE' ? 'GET' : method
    const asked = fc.oneof(
      { arbitrary: fc.constant(usual), weight: 8 },
      fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'),
    )
    const framing = fc.oneof(
      { arbitrary: fc.constant('length' as const), weight: 8 },
      fc.constantFrom('chunked' as const, 'too-short' as const, 'too-long' as const),
      fc.constant('broken-chunks' as const),
    )
    return fc
      .record({
        method: asked,
        target: anyTarget(path),
        headers: anyHeaders(),
        body: anyBody(`${usual} ${path}`),
        framing,
      })
      .map((request) => (request.method === 'GET' ? { ...request, body: undefined } : request))
  })

const tooLarge = (): RawRequest => ({
  method: 'POST',
  target: '/v1/checkouts',
  headers: [
    ['host', `127.0.0.1:${port}`],
    ['authorization', `Bearer ${keys[0]}`],
  ],
  body: Buffer.alloc(300_000, ' '),
  framing: 'length',
})

const paidLink = (): RawRequest => ({
  method: 'GET',
  target: `/pay/${ids[2]}`,
  headers: [['host', `127.0.0.1:${port}`]],
  body: undefined,
  framing: 'length',
})

const INSIDE = /\n\s+at .*[:(]|node_modules|file:\/\/\/|\/src\/[\w/-]+\.ts|SELECT |violates/

const expectGoodAnswer = (request: RawRequest, answer: RawAnswer): void => {
  const { method, target, framing } = request
  const { status, headers, body } = answer
  const what = `${method} ${target} ${JSON.stringify(request.headers)} ${String(request.body).slice(0, 300)}: ${status} ${body}`
  const isBroken = framing === 'too-long' || framing === 'broken-chunks'
  if (isBroken && status === 0) return
  expect(status, what).toBeGreaterThanOrEqual(200)
  expect(status, what).toBeLessThan(500)
  expect(INSIDE.test(body), what).toBe(false)
  expect(body).not.toContain(process.cwd())
  const isProblem = /problem\+json/.test(headers.get('content-type') ?? '')
  // Node rejects malformed HTTP without a body.
  const isRead = headers.has('content-type')
  if (status >= 400 && isRead && /^\/v1\//.test(target)) expect(isProblem, what).toBe(true)
  if (isProblem && body !== '') {
    expect(problemDocument.parse(JSON.parse(body)).status).toBe(status)
  }
}

describe('random requests to every route', () => {
  it('every request is answered in time, never with 5xx, and no answer shows internals', async () => {
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRequest(), { minLength: AT_ONCE, maxLength: AT_ONCE }),
        async (requests) => {
          const answers = await Promise.all(requests.map((request) => sendRaw(port, request)))
          for (const [index, answer] of answers.entries()) {
            const request = requests[index]
            if (request) expectGoodAnswer(request, answer)
            statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
          }
        },
      ),
      {
        examples: [[[tooLarge(), paidLink()]]],
        numRuns: RUNS,
        endOnFailure: true,
        interruptAfterTimeLimit: MOST_MS,
      },
    )
    // Proves that the requests get past the first check.
    for (const status of [200, 303, 400, 401, 403, 404, 413, 422]) {
      expect(statuses.get(status) ?? 0, `answers with status ${status}`).toBeGreaterThan(0)
    }
    // A request can ask for work at a shop that does not exist.
    const isOfShop = (line: string) => line.includes('"msg":"task is dead"')
    const errors = logged.filter((line) => line.includes('"level":"error"') && !isOfShop(line))
    expect(errors).toEqual([])
  })

  it('the server still creates checkouts afterwards', async () => {
    const headers = { authorization: `Bearer ${keys[0]}` }
    const order = { id: 'after-all', amount: '10.00', currency: 'HNL' }
    const { status } = await world.api('POST', '/v1/checkouts', { order }, headers)
    expect(status).toBe(201)
  })
})

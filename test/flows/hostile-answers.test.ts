import type { IncomingMessage, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { headlessStorefront } from '../../adapters/headless/storefront.ts'
import { callingShops, shopFetch } from '../../adapters/shopify/shops/shop-fetch.ts'
import { callSite } from '../../adapters/woocommerce/rest/call-site.ts'
import { parseSiteJson, restFailureOf } from '../../adapters/woocommerce/rest/rest-failure.ts'
import { createGateway } from '../../src/gateway/client.ts'
import { testWebhooks } from '../../src/payments/health/test-webhooks.ts'
import { systemClock } from '../../src/runtime/clock.ts'
import { serve } from '../../src/runtime/http/http-server.ts'
import { createLog } from '../../src/runtime/log/log.ts'
import { UNRESTRICTED_CONNECTIONS } from '../../src/runtime/net/connections.ts'
import { HANG_MS } from '../support/eventually.ts'
import { useStarted, worldForTest } from '../support/use-world.ts'
import { NOTIFY_SECRET, TEST_STORE } from '../support/world.ts'

const MB = 1_048_576
/** Only a dripping answer reaches this limit, however slow the machine. */
const DRIP_TIMEOUT_MS = 1_500
const TIMEOUT_MS = 20_000
let timeoutMs = TIMEOUT_MS
/** Memory bound while the client reads an endless body. */
const MOST_GROWTH_MB = 150

/** A gigabyte in a megabyte: gzip decoders read concatenated members as one stream. */
const BOMB = Buffer.concat(Array.from({ length: 100 }, () => gzipSync(Buffer.alloc(10 * MB))))

type Trick = (request: IncomingMessage, response: ServerResponse) => void

const TRICKS: Record<string, Trick> = {
  'a gzip bomb of a gigabyte': (_, response) => {
    response.setHeader('content-encoding', 'gzip')
    response.end(BOMB)
  },
  'an answer without end': (_, response) => {
    const piece = Buffer.alloc(MB, ' ')
    const write = (): void => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', write)
    write()
  },
  'an answer that drips': (_, response) => {
    const timer = setInterval(() => response.write(' '), 20)
    response.once('close', () => clearInterval(timer))
  },
  'a redirect to itself': ({ url }, response) => {
    response.writeHead(302, { location: url }).end()
  },
  'a redirect into our own network': (_, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${inside.port}/` }).end()
  },
}

let url: string
let trick: Trick = () => {}
let asked = 0
let askedInside = 0
const at = { host: '127.0.0.1', port: 0 }
const hostile = useStarted(() =>
  serve((request, response) => {
    asked++
    request.resume()
    response.on('error', () => {})
    response.setHeader('content-type', 'application/json')
    trick(request, response)
  }, at),
)
const inside = useStarted(() =>
  serve((_, response) => {
    askedInside++
    response.end('{"orders":[]}')
  }, at),
)
beforeAll(async () => {
  url = `http://127.0.0.1:${hostile.port}`
})

const shop = () =>
  headlessStorefront({
    notifyUrl: `${url}/notify`,
    ordersUrl: `${url}/orders`,
    notifySecrets: [NOTIFY_SECRET],
    timeoutMs,
    clock: systemClock,
    connections: UNRESTRICTED_CONNECTIONS,
  })

const gateway = () =>
  createGateway({
    baseUrl: `${url}/v1`,
    secretKey: 'sk_test_x',
    timeoutMs,
    language: 'es',
    log: createLog({ level: 'silent', service: 'test' }),
  })

const askSite = () =>
  callSite({
    method: 'GET',
    url: `${url}/wp-json/wc/v3/orders`,
    headers: {},
    timeoutMs,
    allowPrivateAddresses: true,
  })

const readPdf = async () => {
  const opened = await gateway().openReceiptPdf('t')
  if (opened.outcome !== 'opened') return opened
  let bytes = 0
  try {
    for await (const chunk of opened.body) bytes += chunk.byteLength
  } catch {
    return { outcome: 'broke off', bytes }
  }
  return { outcome: 'whole', bytes }
}

const askShopify = () =>
  callingShops({ address: url, timeoutMs }, () =>
    shopFetch('https://cafe.myshopify.com/admin/api/graphql.json'),
  ).then(
    ({ status }) => ({ outcome: `answered ${status}` }),
    (error: Error) => ({ outcome: error.name === 'Error' ? error.message : error.name }),
  )

const atLittleCost = async <T>(ask: () => Promise<T>): Promise<T> => {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss)
  }, 10)
  const startedAt = performance.now()
  const count = asked
  try {
    return await ask()
  } finally {
    clearInterval(timer)
    expect((most - before) / MB).toBeLessThan(MOST_GROWTH_MB)
    expect(performance.now() - startedAt).toBeLessThan(HANG_MS)
    expect(asked - count).toBe(1)
    expect(askedInside).toBe(0)
  }
}

const TOO_LARGE = 'a gzip bomb of a gigabyte'
const ENDLESS = 'an answer without end'
const DRIP = 'an answer that drips'
const LOOP = 'a redirect to itself'
const INSIDE = 'a redirect into our own network'

const trying = (name: string) => {
  trick = TRICKS[name] ?? trick
  timeoutMs = name === DRIP ? DRIP_TIMEOUT_MS : TIMEOUT_MS
}

describe('the orders URL of a hostile store', () => {
  it.each([
    [TOO_LARGE, 'ask-a-person', 'more than 5242880 bytes'],
    [ENDLESS, 'ask-a-person', 'more than 5242880 bytes'],
    [DRIP, 'retry', 'timeout'],
    [LOOP, 'ask-a-person', 'HTTP 302'],
    [INSIDE, 'ask-a-person', 'HTTP 307'],
  ])('%s counts as no answer: %s', async (name, retry, detail) => {
    trying(name)
    const read = await atLittleCost(async () => shop().readOrders?.(['A-1']))
    expect(read).toMatchObject({ outcome: 'not-read', retry })
    expect(read).toMatchObject({ detail: expect.stringContaining(detail) })
  })
})

describe('the notify URL of a hostile store', () => {
  const notify = () =>
    shop().notify({
      id: 'm-1',
      type: 'payment_method.saved',
      at: new Date(),
      customerId: '1',
      card: {} as never,
    })

  it.each([TOO_LARGE, ENDLESS, DRIP])('a 2xx with %s counts as notified', async (name) => {
    trying(name)
    expect(await atLittleCost(notify)).toEqual({ outcome: 'delivered' })
  })

  it.each([LOOP, INSIDE])(
    '%s counts as not notified, and the notification is retried',
    async (name) => {
      trying(name)
      expect(await atLittleCost(notify)).toMatchObject({ outcome: 'failed', retry: 'retry' })
    },
  )
})

describe('a hostile gateway', () => {
  it.each([
    [TOO_LARGE, 'ANSWER_TOO_LARGE'],
    [ENDLESS, 'ANSWER_TOO_LARGE'],
    [DRIP, 'timeout'],
    [LOOP, 'HTTP 302'],
    [INSIDE, 'HTTP 307'],
  ])('%s counts as unreachable with an unknown outcome: %s', async (name, detail) => {
    trying(name)
    const found = await atLittleCost(() => gateway().getPayment(1))
    expect(found).toMatchObject({ outcome: 'unreachable', retry: 'retry', effect: 'unknown' })
    expect(found).toMatchObject({ detail: expect.stringContaining(detail) })
  })

  it('an endless receipt is cut off after twenty megabytes', async () => {
    trick = (request, response) => {
      response.setHeader('content-type', 'application/pdf')
      TRICKS[ENDLESS]?.(request, response)
    }
    const read = await atLittleCost(readPdf)
    expect(read).toMatchObject({ outcome: 'broke off' })
    expect(read).toMatchObject({ bytes: expect.any(Number) })
    expect('bytes' in read ? read.bytes : 0).toBeLessThanOrEqual(20 * MB)
  })
})

describe('a hostile WooCommerce site', () => {
  it.each([
    // The client sends no Accept-Encoding and does not decompress.
    [TOO_LARGE, 'no_json', 'retry'],
    [ENDLESS, 'too-large', 'retry'],
    [DRIP, 'timeout', 'retry'],
    [LOOP, 'redirected', 'ask-a-person'],
    [INSIDE, 'redirected', 'ask-a-person'],
  ])('%s counts as a failure: %s', async (name, code, retry) => {
    trying(name)
    const answer = await atLittleCost(askSite)
    const isAnswer = answer.outcome === 'answered' && answer.status === 200
    if (isAnswer)
      expect([answer.text.length < 2 * MB, parseSiteJson(answer.text)]).toEqual([true, undefined])
    else expect(restFailureOf(answer)).toMatchObject({ code, retry })
  })
})

describe('a hostile Shopify shop', () => {
  it.each([
    [TOO_LARGE, /more than 8388608 bytes/],
    [ENDLESS, /more than 8388608 bytes/],
    [DRIP, /Timeout/],
    [LOOP, /answered 302/],
    [INSIDE, /answered 307/],
  ])('%s counts as no answer', async (name, outcome) => {
    trying(name)
    expect((await atLittleCost(askShopify)).outcome).toMatch(outcome)
  })
})

describe('a public address that leads to a hostile server', () => {
  it.each([
    [TOO_LARGE, 'inbox'],
    [ENDLESS, 'inbox'],
    [DRIP, 'answer'],
    [LOOP, 'answer'],
    [INSIDE, 'answer'],
  ])('the webhook self-test reports %s: it stops at the %s', async (name, stoppedAt) => {
    trying(name)
    const { ctx } = (await worldForTest({ PUBLIC_URL: url })).puente
    const query = ctx.db.query.selectFrom('stores').selectAll()
    const store = await query.where('id', '=', TEST_STORE).executeTakeFirstOrThrow()
    trying(name)
    const test = await atLittleCost(() => testWebhooks(ctx, store, { timeoutMs }))
    expect(test.stoppedAt).toBe(stoppedAt)
    expect(test.detail).toEqual(expect.any(String))
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import { StoreId } from '../../src/domain/ids.ts'
import { createApiKey } from '../../src/payments/stores/api-keys.ts'
import { deliver, unmatchedEvent } from '../support/gateway-events.ts'
import { asPage, signedInPerson } from '../support/people.ts'
import { useWorld, worldForTest } from '../support/use-world.ts'
import { connectTestStore } from '../support/world.ts'

const world = useWorld({
  TRUSTED_PROXIES: '127.0.0.1,::1,::ffff:127.0.0.1',
  RATE_LIMIT_KEY: '5',
  RATE_LIMIT_STORE: '8',
  RATE_LIMIT_PERSON: '4',
  RATE_LIMIT_ADDRESS: '6',
  RATE_LIMIT_PAY_LINK: '4',
  RATE_LIMIT_PAY_ADDRESS: '3',
})

let addresses = 0
/** An address that no other test uses. */
const newAddress = () => `198.51.100.${++addresses}`

const get = (path: string, headers: Record<string, string> = {}, address = newAddress()) =>
  fetch(`${world.url}${path}`, {
    redirect: 'manual',
    headers: { 'x-forwarded-for': address, ...headers },
  })

const statusesOf = async (times: number, send: () => Promise<Response>): Promise<number[]> => {
  const statuses: number[] = []
  for (let sent = 0; sent < times; sent++) statuses.push((await send()).status)
  return statuses
}

const withKey = (key: string, address?: string) => () =>
  get('/v1/orders', { authorization: `Bearer ${key}` }, address)

let stores = 0
const newStore = async (): Promise<{
  id: StoreId
  key: string
  another: () => Promise<string>
}> => {
  const id = StoreId.parse(`shop-${++stores}`)
  const { ctx } = world.puente
  const deps = { query: ctx.db.query, ids: ctx.ids, now: ctx.clock.now() }
  return {
    id,
    key: await connectTestStore(world.puente, { id, notifyUrl: null }),
    another: async () =>
      String(await createApiKey(deps, { storeId: id, name: 'another', expiresAt: null })),
  }
}

describe('rate limits of the merchant API', () => {
  it('a noisy key is refused with the error document, and other keys and stores go on', async () => {
    const { key, another } = await newStore()
    const quiet = await newStore()
    const address = newAddress()
    expect(await statusesOf(5, withKey(key, address))).toEqual([200, 200, 200, 200, 200])
    const refused = await withKey(key, address)()
    expect(refused.status).toBe(429)
    expect(refused.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(await refused.json()).toMatchObject({
      type: expect.stringMatching(/\/rate_limited$/),
      code: 'rate_limited',
      retry: 'retry',
      request_id: refused.headers.get('x-request-id'),
    })
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(refused.headers.get('ratelimit-policy')).toBe('"key";q=5;w=60')
    expect(refused.headers.get('ratelimit')).toBe(`"key";r=0;t=${seconds}`)
    // Behind the same address.
    const others = [await another(), quiet.key]
    for (const other of others) expect((await withKey(other, address)()).status).toBe(200)
  })

  it('every answer names the limits of key and store with what is left', async () => {
    const { key } = await newStore()
    const { headers } = await withKey(key)()
    expect(headers.get('ratelimit-policy')).toBe('"key";q=5;w=60, "store";q=8;w=60')
    expect(headers.get('ratelimit')).toBe('"key";r=4;t=60, "store";r=7;t=60')
  })

  it('the keys of a store share the limit of the store, which other stores do not feel', async () => {
    const { key, another } = await newStore()
    const quiet = await newStore()
    await statusesOf(5, withKey(key))
    expect(await statusesOf(4, withKey(await another()))).toEqual([200, 200, 200, 429])
    expect((await withKey(quiet.key)()).status).toBe(200)
  })

  it('a refused write changes nothing, and is carried out when it is repeated later', async () => {
    const { key, id, another } = await newStore()
    await statusesOf(5, withKey(key))
    const order = { id: 'R-1', amount: '10.00', currency: 'HNL' }
    const post = (apiKey: string) =>
      world.api('POST', '/v1/checkouts', { order }, { authorization: `Bearer ${apiKey}` })
    expect((await post(key)).body.code).toBe('rate_limited')
    const { query } = world.puente.ctx.db
    const orders = query.selectFrom('orders').select('id').where('store_id', '=', id)
    expect(await orders.execute()).toEqual([])
    expect((await post(await another())).status).toBe(201)
  })
})

describe('rate limits of addresses', () => {
  it('wrong keys from one address are refused, and another address goes on', async () => {
    const address = newAddress()
    const guess = withKey('puente_test_wrong', address)
    expect(await statusesOf(7, guess)).toEqual([401, 401, 401, 401, 401, 401, 429])
    expect((await withKey('puente_test_wrong')()).status).toBe(401)
    const refused = await guess()
    expect(refused.headers.get('ratelimit-policy')).toBe('"address";q=6;w=60')
  })

  it('a flood of wrong keys does not lock out a valid key at the same address', async () => {
    const address = newAddress()
    const { key } = await newStore()
    await statusesOf(10, withKey('puente_test_wrong', address))
    expect((await withKey(key, address)()).status).toBe(200)
  })

  it('calls with valid keys do not use up the limit of their address', async () => {
    const address = newAddress()
    const keys = [(await newStore()).key, (await newStore()).key]
    for (const key of keys) await statusesOf(5, withKey(key, address))
    const wrong = withKey('puente_test_wrong', address)
    expect(await statusesOf(7, wrong)).toEqual([401, 401, 401, 401, 401, 401, 429])
  })

  it('an IPv6 customer counts by the network of the line, not by each of its addresses', async () => {
    const statuses: number[] = []
    for (let at = 1; at <= 7; at++) {
      statuses.push((await withKey('puente_test_wrong', `2001:db8:5:6::${at}`)()).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429])
  })

  it('health and webhooks of the gateway have no limit', async () => {
    const address = newAddress()
    expect(await statusesOf(12, () => get('/health', {}, address))).toEqual(Array(12).fill(200))
    const event = () =>
      deliver(world.url, { body: unmatchedEvent(), headers: { 'x-forwarded-for': address } })
    expect(await statusesOf(12, event)).toEqual(Array(12).fill(200))
    const forged = () =>
      deliver(world.url, {
        body: unmatchedEvent(),
        secret: 'whsec_wrong',
        headers: { 'x-forwarded-for': address },
      })
    expect(await statusesOf(12, forged)).toEqual(Array(12).fill(400))
  })

  it('a proxy that is not listed does not share one limit among all its callers', async () => {
    const unlisted = await worldForTest({ RATE_LIMIT_ADDRESS: '3' })
    const send = (headers: Record<string, string>) => () =>
      fetch(`${unlisted.url}/v1/orders`, { headers })
    const proxied = send({ 'x-forwarded-for': '203.0.113.9' })
    expect(await statusesOf(6, proxied)).toEqual(Array(6).fill(401))
    // The test's world has moved the clock once.
    expect(await statusesOf(3, send({}))).toEqual([401, 401, 429])
  })
})

describe('rate limits of the dashboard', () => {
  it('a person who sends too much is refused, and a colleague at the same address goes on', async () => {
    const address = newAddress()
    const [ana, luis] = [
      await signedInPerson(world, { email: 'ana@example.com' }),
      await signedInPerson(world, { email: 'luis@example.com' }),
    ]
    const read = (cookie: string) => () =>
      asPage(world, 'GET', '/operator/v1/orders', {
        cookie,
        headers: { 'x-forwarded-for': address },
      })
    expect(await statusesOf(5, read(ana.cookie))).toEqual([200, 200, 200, 200, 429])
    const refused = await read(ana.cookie)()
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', retry: 'retry' })
    expect(refused.headers.get('ratelimit')).toMatch(/^"person";r=0;t=\d+$/)
    expect((await read(luis.cookie)()).status).toBe(200)
  })

  it('a noisy key does not slow the dashboard down', async () => {
    const address = newAddress()
    const { key } = await newStore()
    await statusesOf(7, withKey(key, address))
    const { cookie } = await signedInPerson(world, { email: 'eva@example.com' })
    const headers = { 'x-forwarded-for': address }
    const page = await asPage(world, 'GET', '/operator/v1/orders', { cookie, headers })
    expect(page.status).toBe(200)
  })
})

describe('rate limits of pay pages', () => {
  let links: string[]
  beforeAll(async () => {
    links = []
    const { key } = await newStore()
    for (const id of ['P-1', 'P-2', 'P-3', 'P-4']) {
      const answer = await world.api(
        'POST',
        '/v1/checkouts',
        { order: { id, amount: '10.00', currency: 'HNL' } },
        { authorization: `Bearer ${key}` },
      )
      links.push(new URL(answer.body.pay_url).pathname)
    }
  })

  it('a customer who reloads without end gets a page, and a neighbour behind the same NAT pays', async () => {
    const address = newAddress()
    const [mine = '', neighbour = ''] = links
    const open = (link: string) => () => get(link, { 'accept-language': 'en' }, address)
    expect(await statusesOf(4, open(mine))).toEqual([303, 303, 303, 303])
    const refused = await open(mine)()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const page = await refused.text()
    expect(page).toContain('data-kind="too-many-requests"')
    expect(page).toContain('<h1 tabindex="-1">Wait a minute</h1>')
    expect(await statusesOf(4, open(neighbour))).toEqual([303, 303, 303, 303])
    // The customer's other address, such as the telephone network.
    expect((await get(mine)).status).toBe(303)
  })

  it('the scripts of a page are refused in the form that they read', async () => {
    const address = newAddress()
    const link = links[2] ?? ''
    await statusesOf(4, () => get(link, {}, address))
    const headers = { 'x-forwarded-for': address, 'content-type': 'application/json' }
    const card = await fetch(`${world.url}${link}/card`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ payment_token: 'tok_x' }),
    })
    expect([card.status, await card.json()]).toEqual([
      429,
      { next: 'again', reason: 'too-many-requests' },
    ])
    const status = await get(`${link}/return/status`, {}, address)
    expect([status.status, ((await status.json()) as { code: string }).code]).toEqual([
      429,
      'rate_limited',
    ])
  })

  it('a stranger who guesses links is refused, and a customer at the same address is not', async () => {
    const address = newAddress()
    let guesses = 0
    const guess = () => get(`/pay/guess-${++guesses}`, {}, address)
    expect(await statusesOf(4, guess)).toEqual([404, 404, 404, 429])
    expect((await get(links[3] ?? '', {}, address)).status).toBe(303)
  })

  it('an address that used up the limit of the API still opens pay pages', async () => {
    const address = newAddress()
    await statusesOf(7, withKey('puente_test_wrong', address))
    expect((await withKey('puente_test_wrong', address)()).status).toBe(429)
    expect((await get(links[3] ?? '', {}, address)).status).toBe(303)
  })
})

import { afterEach, expect, it } from 'vitest'
import { connectionsWithin } from '../../../src/runtime/net/connections.ts'
import { isPublicAddress } from '../../../src/runtime/net/public-address.ts'
import { useWorld } from '../../support/use-world.ts'
import { connectTestStore, type Json } from '../../support/world.ts'

const world = useWorld()
const list = async (): Promise<Json[]> => (await world.api('GET', '/v1/endpoints')).body.data
afterEach(async () => {
  for (const { id } of await list()) await world.api('DELETE', `/v1/endpoints/${id}`)
})

const add = (body: Json) => world.api('POST', '/v1/endpoints', body)
const URL_OF_ERP = 'https://erp.example/puente'

it.each<[string, Json, string, RegExp]>([
  ['no address', {}, 'url', /required|Must be/],
  ['another scheme', { url: 'ftp://erp.example' }, 'url', /http or https/],
  ['a fragment', { url: `${URL_OF_ERP}#part` }, 'url', /fragment/],
  ['an unknown event', { url: URL_OF_ERP, events: ['order.payed'] }, 'events.0', /order\.paid/],
  ['no event at all', { url: URL_OF_ERP, events: [] }, 'events', /not be empty/],
  ['an unknown field', { url: URL_OF_ERP, secret: 'x' }, 'secret', /no such field/],
])(
  'an endpoint with %s is refused with the field and what to send instead',
  async (_, body, path, words) => {
    const { status, body: problem } = await add(body)
    expect([status, problem.code]).toEqual([422, 'invalid_fields'])
    expect(problem.errors[0].path).toBe(path)
    expect(problem.errors[0].message).toMatch(words)
    expect(await list()).toEqual([])
  },
)

it('an unknown event is answered with all known ones', async () => {
  const { body } = await add({ url: URL_OF_ERP, events: ['order.shipped'] })
  for (const type of ['order.paid', 'order.attention_required', 'payment_method.saved'])
    expect(body.errors[0].message).toContain(type)
})

it("the store's own address and another endpoint's are refused as taken", async () => {
  const own = await add({ url: world.shop.url })
  expect(own.body.errors[0]).toMatchObject({ path: 'url' })
  await add({ url: URL_OF_ERP })
  expect((await add({ url: URL_OF_ERP })).status).toBe(422)
  expect(await list()).toHaveLength(1)
})

it.each([
  ['another spelling', 'HTTPS://ERP.example:443/puente'],
  ['another login', 'https://user:pass@erp.example/puente'],
])('the address of another endpoint in %s is refused as taken', async (_, url) => {
  await add({ url: URL_OF_ERP })
  const { status, body } = await add({ url })
  expect([status, body.errors[0].path]).toEqual([422, 'url'])
})

it('of two requests that add the same address at once, one is refused', async () => {
  const added = await Promise.all([add({ url: URL_OF_ERP }), add({ url: URL_OF_ERP })])
  expect(added.map(({ status }) => status).toSorted()).toEqual([201, 422])
  expect(await list()).toHaveLength(1)
})

it("the store's notify URL cannot become the address of an endpoint", async () => {
  await add({ url: URL_OF_ERP })
  const { status, body } = await world.api('PATCH', '/v1/store', { notify_url: URL_OF_ERP })
  expect([status, body.errors[0].path]).toEqual([422, 'notify_url'])
  expect((await world.api('GET', '/v1/store')).body.notify_url).toBe(world.shop.url)
})

it('an endpoint cannot move to the address of another', async () => {
  await add({ url: URL_OF_ERP })
  const { body } = await add({ url: `${URL_OF_ERP}/2` })
  const path = `/v1/endpoints/${body.id}`
  expect((await world.api('PATCH', path, { url: URL_OF_ERP })).status).toBe(422)
  expect((await world.api('PATCH', path, { url: `${URL_OF_ERP}/2` })).status).toBe(200)
})

it('a change to an unknown event is refused, and the filter stays', async () => {
  const { body } = await add({ url: URL_OF_ERP, events: ['order.paid'] })
  const path = `/v1/endpoints/${body.id}`
  const { status, body: problem } = await world.api('PATCH', path, { events: ['order.payed'] })
  expect([status, problem.errors[0].path]).toEqual([422, 'events.0'])
  expect((await list())[0]?.events).toEqual(['order.paid'])
})

it('an eleventh endpoint is refused with the limit', async () => {
  for (let n = 1; n <= 10; n++) expect((await add({ url: `${URL_OF_ERP}/${n}` })).status).toBe(201)
  const { status, body } = await add({ url: `${URL_OF_ERP}/11` })
  expect([status, body.code]).toEqual([409, 'too_many_endpoints'])
  expect((await world.api('GET', '/v1/endpoints')).body.most).toBe(10)
})

it('a private address is refused where only public ones are allowed', async () => {
  const { ctx } = world.puente
  const before = ctx.storeConnections
  ctx.storeConnections = connectionsWithin(isPublicAddress)
  try {
    for (const url of ['http://127.0.0.1:9/x', 'http://[::1]/x', 'http://10.0.0.8/x']) {
      const { status, body } = await add({ url })
      expect([status, body.errors[0].path]).toEqual([422, 'url'])
    }
    const { body: known } = await add({ url: URL_OF_ERP })
    const moved = await world.api('PATCH', `/v1/endpoints/${known.id}`, { url: 'http://10.0.0.8' })
    expect([moved.status, moved.body.errors[0].path]).toEqual([422, 'url'])
  } finally {
    ctx.storeConnections = before
  }
})

it('an address shows neither its login nor its query, and a secret only once', async () => {
  const { body } = await add({ url: 'https://user:pass@erp.example/puente?token=t-123' })
  expect(body.url).toBe('https://erp.example/puente?…')
  const text = JSON.stringify(await list())
  for (const secret of ['pass', 't-123', body.secret]) expect(text).not.toContain(secret)
})

it('an endpoint of another store is unknown, and stays', async () => {
  const { body } = await add({ url: URL_OF_ERP })
  const other = await connectTestStore(world.puente, { id: 'vecina', notifyUrl: null })
  const headers = { authorization: `Bearer ${other}` }
  const path = `/v1/endpoints/${body.id}`
  for (const [method, address, sent] of [
    ['GET', path, undefined],
    ['PATCH', path, { enabled: false }],
    ['DELETE', path, undefined],
    ['POST', `${path}/test`, undefined],
    ['POST', `${path}/secret/rotate`, {}],
    ['POST', `${path}/replay`, { from: new Date().toISOString() }],
  ] as const) {
    expect((await world.api(method, address, sent, headers)).status).toBe(404)
  }
  expect(await list()).toHaveLength(1)
})

it('a replay from long ago, or that ends before it starts, is refused', async () => {
  const { body } = await add({ url: URL_OF_ERP })
  const path = `/v1/endpoints/${body.id}/replay`
  const now = world.puente.ctx.clock.now().getTime()
  const at = (days: number) => new Date(now + days * 86_400_000).toISOString()
  for (const request of [{ from: at(-31) }, { from: at(1) }, { from: at(-1), to: at(-2) }]) {
    const { status, body: problem } = await world.api('POST', path, request)
    expect([status, problem.errors[0].path]).toEqual([422, 'from'])
  }
})

it('a secret cannot be rotated for longer than a month', async () => {
  const { body } = await add({ url: URL_OF_ERP })
  const until = new Date(Date.now() + 40 * 86_400_000).toISOString()
  const path = `/v1/endpoints/${body.id}/secret/rotate`
  expect((await world.api('POST', path, { until })).body.errors[0].path).toBe('until')
})

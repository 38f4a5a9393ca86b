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
  'Puente refuses an endpoint with %s, names the field and says what to send instead',
  async (_, body, path, words) => {
    const { status, body: problem } = await add(body)
    expect([status, problem.code]).toEqual([422, 'invalid_fields'])
    expect(problem.errors[0].path).toBe(path)
    expect(problem.errors[0].message).toMatch(words)
    expect(await list()).toEqual([])
  },
)

it('the refusal of an unknown event lists all known ones', async () => {
  const { body } = await add({ url: URL_OF_ERP, events: ['order.shipped'] })
  for (const type of ['order.paid', 'order.attention_required', 'payment_method.saved'])
    expect(body.errors[0].message).toContain(type)
})

it("Puente refuses the store's own address and the address of another endpoint as taken", async () => {
  const own = await add({ url: world.shop.url })
  expect(own.body.errors[0]).toMatchObject({ path: 'url' })
  await add({ url: URL_OF_ERP })
  expect((await add({ url: URL_OF_ERP })).status).toBe(422)
  expect(await list()).toHaveLength(1)
})

it.each([
  ['another spelling', 'HTTPS://ERP.example:443/puente'],
  ['another login', 'https://user:pass@erp.example/puente'],
])('Puente refuses the address of another endpoint in %s as taken', async (_, url) => {
  await add({ url: URL_OF_ERP })
  const { status, body } = await add({ url })
  expect([status, body.errors[0].path]).toEqual([422, 'url'])
})

it('Puente refuses one of two concurrent requests that add the same address', async () => {
  const added = await Promise.all([add({ url: URL_OF_ERP }), add({ url: URL_OF_ERP })])
  expect(added.map(({ status }) => status).toSorted()).toEqual([201, 422])
  expect(await list()).toHaveLength(1)
})

it("the store's notify URL cannot move to the address of an endpoint", async () => {
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

it('Puente refuses a change to an unknown event, and the filter stays', async () => {
  const { body } = await add({ url: URL_OF_ERP, events: ['order.paid'] })
  const path = `/v1/endpoints/${body.id}`
  const { status, body: problem } = await world.api('PATCH', path, { events: ['order.payed'] })
  expect([status, problem.errors[0].path]).toEqual([422, 'events.0'])
  expect((await list())[0]?.events).toEqual(['order.paid'])
})

it('Puente refuses an eleventh endpoint', async () => {
  for (let n = 1; n <= 10; n++) expect((await add({ url: `${URL_OF_ERP}/${n}` })).status).toBe(201)
  const { status, body } = await add({ url: `${URL_OF_ERP}/11` })
  expect([status, body.code]).toEqual([409, 'too_many_endpoints'])
  expect((await world.api('GET', '/v1/endpoints')).body.most).toBe(10)
})

it('Puente refuses a private address if it allows only public ones', async () => {
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

it('Puente shows neither login nor query of an address, and the secret only once', async () => {
  const { body } = await add({ url: 'https://user:pass@erp.example/puente?token=t-123' })
  expect(body.url).toBe('https://erp.example/puente?…')
  const text = JSON.stringify(await list())
  for (const secret of ['pass', 't-123', body.secret]) expect(text).not.toContain(secret)
})

it('a store neither sees nor changes an endpoint of another store', async () => {
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

it('Puente refuses a replay that starts too long ago, or ends before it starts', async () => {
  const { body } = await add({ url: URL_OF_ERP })
  const path = `/v1/endpoints/${body.id}/replay`
  const now = world.puente.ctx.clock.now().getTime()
  const at = (days: number) => new Date(now + days * 86_400_000).toISOString()
  for (const request of [{ from: at(-31) }, { from: at(1) }, { from: at(-1), to: at(-2) }]) {
    const { status, body: problem } = await world.api('POST', path, request)
    expect([status, problem.errors[0].path]).toEqual([422, 'from'])
  }
})

it('a replaced secret cannot sign for longer than a month', async () => {
  const { body } = await add({ url: URL_OF_ERP })
  const until = new Date(Date.now() + 40 * 86_400_000).toISOString()
  const path = `/v1/endpoints/${body.id}/secret/rotate`
  expect((await world.api('POST', path, { until })).body.errors[0].path).toBe('until')
})

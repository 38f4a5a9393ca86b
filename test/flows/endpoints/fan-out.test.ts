import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DAY_SECONDS, merchantOf, pass } from '../../support/merchant.ts'
import { settled } from '../../support/settled.ts'
import { type Shop, type StoreNotification, startShop } from '../../support/shop.ts'
import { useWorld } from '../../support/use-world.ts'
import { eventually, type Json, NOTIFY_SECRET } from '../../support/world.ts'

const world = useWorld()
let merchant: ReturnType<typeof merchantOf>
let receiver: Shop
let endpoint: Json

const add = (body: Json) => world.api('POST', '/v1/endpoints', body)
const change = (changes: Json, id: string = endpoint.id) =>
  world.api('PATCH', `/v1/endpoints/${id}`, changes)
const readEndpoint = async (id: string = endpoint.id): Promise<Json> =>
  (await world.api('GET', `/v1/endpoints/${id}`)).body
const deliveriesOf = async (orderId: string): Promise<Json[]> =>
  (await world.api('GET', `/v1/notifications?order_id=${orderId}`)).body.data
/** A test notification has no order. */
const about =
  (orderId: string, type?: string) =>
  (message: Partial<StoreNotification>): boolean =>
    message.order?.id === orderId && (type === undefined || message.type === type)
const typesAt = ({ messages }: Shop, orderId: string): string[] =>
  messages.filter(about(orderId)).map(({ type }) => type)

/** Replaces the receiver by one that knows the secret; the address stays. */
const receiveWith = async (secret: string): Promise<void> => {
  const port = Number(new URL(receiver.url).port)
  await receiver.close()
  receiver = await startShop(secret, port)
}

beforeAll(async () => {
  merchant = merchantOf(world, { prefix: 'E' })
  receiver = await startShop(NOTIFY_SECRET)
  const added = await add({ url: receiver.url, description: 'ERP' })
  expect(added.status).toBe(201)
  endpoint = added.body
  await receiveWith(endpoint.secret)
})
afterAll(() => receiver.close())
beforeEach(() => settled(world))

it('each endpoint gets a change once, under one message id and signed with its own secret', async () => {
  const { id } = await merchant.paid()
  const own = await world.shop.waitFor(about(id))
  const other = await receiver.waitFor(about(id))
  expect(other.id).toBe(own.id)
  expect([typesAt(world.shop, id), typesAt(receiver, id)]).toEqual([['order.paid'], ['order.paid']])
  await eventually(async () =>
    (await deliveriesOf(id)).every(({ state }: Json) => state === 'told'),
  )
  const endpoints = (await deliveriesOf(id)).map(({ endpoint_id }: Json) => endpoint_id)
  expect(endpoints.toSorted()).toEqual([endpoint.id, null].toSorted())
})

it('a version that knows no endpoints refuses to serve as soon as one exists', async () => {
  const { query } = world.puente.ctx.db
  const used = await query.selectFrom('features_in_use').select('name').execute()
  expect(used.map(({ name }) => name)).toContain('notification-endpoints')
})

it('an endpoint gets only the types of its filter', async () => {
  expect((await change({ events: ['order.voided'] })).status).toBe(200)
  const { id } = await merchant.paid()
  await merchant.refundInFull(id)
  await receiver.waitFor(about(id))
  await world.shop.waitFor(about(id, 'order.voided'))
  expect(typesAt(receiver, id)).toEqual(['order.voided'])
  await change({ events: null })
})

it('an endpoint that is down delays only itself, and gets each notification later with the current state', async () => {
  receiver.setMode('refuses')
  const { id } = await merchant.paid()
  await world.shop.waitFor(about(id))
  await merchant.refundInFull(id)
  await world.shop.waitFor(about(id, 'order.voided'))
  await eventually(async () => (await readEndpoint()).state === 'failing')
  const { body } = await world.api('GET', '/v1/circuits')
  expect(body.data.map(({ state }: Json) => state)).toEqual(['closed', 'closed'])
  receiver.setMode('as-usual')
  await eventually(async () => {
    await pass(world, 60)
    return typesAt(receiver, id).length === 2
  })
  const messages = receiver.messages.filter(about(id))
  // A retry may arrive after a later notification; then it has the later state.
  expect(messages.map(({ type }) => type).toSorted()).toEqual(['order.paid', 'order.voided'])
  expect(messages.map(({ order }) => order.status)).toEqual(['voided', 'voided'])
  const [first, second] = messages.map(({ timestamp }) => timestamp)
  expect(second && first && second > first).toBe(true)
  await eventually(async () => (await readEndpoint()).state === 'enabled')
})

it('an endpoint that is down neither delays nor repeats what another endpoint gets', async () => {
  const added = await add({ url: 'http://127.0.0.1:9/down' })
  const { id } = await merchant.paid()
  await receiver.waitFor(about(id))
  await eventually(async () => (await readEndpoint(added.body.id)).state === 'failing')
  await merchant.refundInFull(id)
  await receiver.waitFor(about(id, 'order.voided'))
  await pass(world, 60)
  await settled(world)
  expect(typesAt(receiver, id)).toEqual(['order.paid', 'order.voided'])
  expect(typesAt(world.shop, id)).toEqual(['order.paid', 'order.voided'])
  expect((await readEndpoint()).state).toBe('enabled')
  await world.api('DELETE', `/v1/endpoints/${added.body.id}`)
})

it('an endpoint gets nothing if no change of an order fits its filter', async () => {
  await change({ events: ['payment_method.saved'] })
  const { id } = await merchant.paid()
  await world.shop.waitFor(about(id))
  await settled(world)
  expect(typesAt(receiver, id)).toEqual([])
  const endpoints = (await deliveriesOf(id)).map(({ endpoint_id }: Json) => endpoint_id)
  expect(endpoints).toEqual([null])
  await change({ events: null })
})

it('after an accepted test, Puente sends the waiting notifications at once', async () => {
  receiver.setMode('refuses')
  const { id } = await merchant.paid()
  await eventually(async () => (await readEndpoint()).state === 'failing')
  await settled(world)
  receiver.setMode('as-usual')
  await world.api('POST', `/v1/endpoints/${endpoint.id}/test`)
  await receiver.waitFor(about(id, 'order.paid'))
})

it('a shop that is down does not delay an endpoint', async () => {
  world.shop.setMode('refuses')
  const { id } = await merchant.paid()
  await receiver.waitFor(about(id))
  expect(typesAt(world.shop, id)).toEqual([])
  world.shop.setMode('as-usual')
  await eventually(async () => {
    await pass(world, 60)
    return typesAt(world.shop, id).length === 1
  })
})

it('after a rotation, notifications have signatures of both secrets for a day, then of the new one', async () => {
  const rotated = await world.api('POST', `/v1/endpoints/${endpoint.id}/secret/rotate`, {})
  expect(rotated.status).toBe(200)
  const { id } = await merchant.paid()
  const both = await receiver.waitFor(about(id))
  expect(String(both.headers['webhook-signature']).split(' ')).toHaveLength(2)
  await receiveWith(rotated.body.secret)
  const second = await merchant.paid()
  await receiver.waitFor(about(second.id))
  await pass(world, DAY_SECONDS + 60)
  const third = await merchant.paid()
  const alone = await receiver.waitFor(about(third.id))
  expect(String(alone.headers['webhook-signature']).split(' ')).toHaveLength(1)
})

it('a notification that waits during a rotation has signatures of both secrets', async () => {
  receiver.setMode('refuses')
  const { id } = await merchant.paid()
  await eventually(async () => (await readEndpoint()).state === 'failing')
  const rotated = await world.api('POST', `/v1/endpoints/${endpoint.id}/secret/rotate`, {})
  await receiveWith(rotated.body.secret)
  const got = await eventually(async () => {
    await pass(world, 60)
    return receiver.messages.find(about(id))
  })
  expect(String(got.headers['webhook-signature']).split(' ')).toHaveLength(2)
  await pass(world, DAY_SECONDS + 60)
})

it('a test notification shows the answer of the receiver, and changes nothing', async () => {
  const test = () => world.api('POST', `/v1/endpoints/${endpoint.id}/test`)
  expect((await test()).body).toMatchObject({ accepted: true, status: 204, error: null })
  expect(receiver.messages.at(-1)).toMatchObject({ type: 'puente.test' })
  receiver.answerNext([401])
  expect((await test()).body).toMatchObject({ accepted: false, status: 401 })
  expect((await readEndpoint()).state).toBe('enabled')
  const own = await world.api('POST', '/v1/store/test-notification')
  expect(own.body).toMatchObject({ accepted: true, status: 204 })
})

it('a disabled endpoint gets nothing, and later a replay of the missed notifications', async () => {
  const disabled = await change({ enabled: false })
  expect(disabled.body).toMatchObject({ state: 'disabled', disabled_by: 'person' })
  const { missed_since: from } = disabled.body
  const { id } = await merchant.paid()
  await world.shop.waitFor(about(id))
  const replay = `/v1/endpoints/${endpoint.id}/replay`
  const refused = await world.api('POST', replay, { from })
  expect([refused.status, refused.body.code]).toEqual([409, 'endpoint_disabled'])
  expect(typesAt(receiver, id)).toEqual([])

  await change({ enabled: true })
  const preview = await world.api('GET', `${replay}?from=${from}`)
  expect(preview.body).toMatchObject({ notifications: 1, orders: 1 })
  const replayed = await world.api('POST', replay, { from })
  expect([replayed.status, replayed.body.notifications]).toEqual([200, 1])
  const got = await receiver.waitFor(about(id))
  const own = world.shop.messages.find(about(id))
  expect(got.id).toBe(own?.id)
  await settled(world)
  expect((await world.api('GET', `${replay}?from=${from}`)).body.notifications).toBe(0)
  const all = await world.api('GET', `${replay}?from=${from}&all=true`)
  expect(all.body.notifications).toBe(1)
  expect((await readEndpoint()).missed_since).toBeNull()
})

it('two concurrent replays repeat each missed notification once', async () => {
  const { missed_since: from } = (await change({ enabled: false })).body
  const { id } = await merchant.paid()
  await world.shop.waitFor(about(id))
  await change({ enabled: true })
  const replay = (body: Json) => world.api('POST', `/v1/endpoints/${endpoint.id}/replay`, body)
  const replays = await Promise.all([replay({ from }), replay({ from })])
  expect(replays.map(({ body }) => body.notifications).toSorted()).toEqual([0, 1])
  await receiver.waitFor(about(id))
  await settled(world)
  expect(typesAt(receiver, id)).toEqual(['order.paid'])
  expect((await replay({ from, all: true })).body.notifications).toBe(1)
  await eventually(async () => typesAt(receiver, id).length === 2)
  const ids = receiver.messages.filter(about(id)).map((message) => message.id)
  expect(new Set(ids).size).toBe(1)
})

it('a saved card reaches the endpoints whose filter fits', async () => {
  const before = receiver.savedCards.length
  await merchant.savedCard()
  await eventually(async () => receiver.savedCards.length > before)
})

it('an endpoint of a store without a notify URL gets the notifications of the store', async () => {
  await world.api('PATCH', '/v1/store', { notify_url: null })
  const { id } = await merchant.paid()
  await receiver.waitFor(about(id))
  await world.api('PATCH', '/v1/store', { notify_url: world.shop.url })
})

it('a removed endpoint gets nothing more', async () => {
  receiver.setMode('refuses')
  const waiting = await merchant.paid()
  await eventually(async () =>
    (await deliveriesOf(waiting.id)).some(
      ({ endpoint_id, tries }: Json) => endpoint_id !== null && tries > 0,
    ),
  )
  expect((await world.api('DELETE', `/v1/endpoints/${endpoint.id}`)).status).toBe(200)
  receiver.setMode('as-usual')
  const { id } = await merchant.paid()
  await world.shop.waitFor(about(id))
  await settled(world)
  expect((await deliveriesOf(id)).map(({ endpoint_id }: Json) => endpoint_id)).toEqual([null])
  const missed = (await deliveriesOf(waiting.id)).find(({ endpoint_id }: Json) => endpoint_id)
  expect(missed?.state).toBe('missed')
  expect((await world.api('GET', '/v1/endpoints')).body.data).toEqual([])
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deliver, eventOf, paymentAtGateway } from '../support/gateway-events.ts'
import { merchantOf } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json } from '../support/world.ts'

const world = useWorld()

const list = async (query = ''): Promise<Json> =>
  (await world.api('GET', `/v1/events?limit=100${query}`)).body
const find = async (messageId: string): Promise<Json> =>
  eventually(async () => {
    const { data } = await list()
    return data.find(
      ({ message_id, state }: Json) => message_id === messageId && state !== 'waiting',
    )
  })

const unreadable = async (): Promise<Json> => {
  const id = randomUUID()
  await deliver(world.url, { body: JSON.stringify({ id, type: 'payment.approved', data: 'none' }) })
  return find(id)
}

it('a payment event is listed as applied, with its type, and its detail shows the body', async () => {
  const { id } = await merchantOf(world, { prefix: 'E' }).paid()
  await settled(world)
  const { data } = await list('&type=payment.approved')
  const [event] = data
  expect(event).toMatchObject({
    source: 'gateway',
    type: 'payment.approved',
    state: 'handled',
    outcome: 'applied',
    reason: null,
    task_id: null,
  })
  const { body } = await world.api('GET', `/v1/events/${event.id}`)
  expect(body).toMatchObject({
    ...event,
    body: { id: event.message_id, data: { external_reference: id } },
  })
})

it('the API masks keys, tokens and card numbers in a body', async () => {
  const { gatewayId } = await merchantOf(world, { prefix: 'M' }).open()
  const fields = {
    note: 'sk_test_abcdef',
    card: '4111 1111 1111 1111',
    payment_token: 'tok_secret1',
  }
  const body = eventOf(await paymentAtGateway(world, gatewayId), 'expired', fields)
  await deliver(world.url, { body })
  const { id } = await find(JSON.parse(body).id)
  const shown = JSON.stringify((await world.api('GET', `/v1/events/${id}`)).body)
  for (const secret of ['abcdef', '4111 1111 1111 1111', 'tok_secret1']) {
    expect(shown).not.toContain(secret)
  }
})

it('an unreadable event is dead with its reason, and a replay tries it again', async () => {
  const event = await unreadable()
  expect(event).toMatchObject({ state: 'given_up', reason: expect.stringContaining('unreadable') })
  const given_up = await list('&state=given_up')
  expect(given_up.data.map(({ id }: Json) => id)).toContain(event.id)
  const replayed = await world.api('POST', `/v1/events/${event.id}/replay`)
  expect(replayed.status).toBe(201)
  const again = await eventually(async () => {
    const { body } = await world.api('GET', `/v1/events/${event.id}`)
    return body.state === 'given_up' && body.task_id !== event.task_id ? body : undefined
  })
  expect(again.outcome).toBe('unreadable')
})

it('a dead event can be replayed after its task was deleted, and is applied once it can be read', async () => {
  const { id, gatewayId } = await merchantOf(world, { prefix: 'D' }).open()
  const event = await unreadable()
  const readable = eventOf(await paymentAtGateway(world, gatewayId), 'expired')
  const { query } = world.puente.ctx.db
  await query.deleteFrom('tasks').where('state', '=', 'dead').execute()
  await sql`UPDATE inbox SET body = ${Buffer.from(readable)} WHERE message_id = ${event.message_id}`.execute(
    query,
  )
  expect((await world.api('POST', `/v1/events/${event.id}/replay`)).status).toBe(201)
  await merchantOf(world).readWhen(id, ({ order }) => order.status === 'payment_expired')
  expect((await find(event.message_id)).state).toBe('handled')
})

it('an applied event is not replayed, and the refusal says so', async () => {
  await merchantOf(world, { prefix: 'A' }).paid()
  await settled(world)
  const [event] = (await list('&state=handled')).data
  const { status, body } = await world.api('POST', `/v1/events/${event.id}/replay`)
  expect([status, body.code]).toEqual([409, 'event_handled'])
  expect(body.detail).toContain(event.outcome)
})

it('the list of events is paginated without gaps, and filtered by time', async () => {
  await merchantOf(world, { prefix: 'P' }).paid()
  await settled(world)
  const all = (await list()).data
  const paged: Json[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { body } = await world.api('GET', `/v1/events?limit=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...body.data)
    cursor = body.next_cursor
  }
  expect(paged).toEqual(all)
  const { received_at } = all[2]
  const later = (await list(`&from=${received_at}`)).data
  expect(later).toEqual(all.filter((each: Json) => each.received_at >= received_at))
  const before = (await list(`&to=${received_at}&state=handled`)).data
  expect(before.every((each: Json) => each.received_at < received_at)).toBe(true)
  expect((await world.api('GET', '/v1/events?cursor=abc')).status).toBe(422)
})

it('an event of another store answers as an unknown one does', async () => {
  const key = await connectTestStore(world.puente, { id: 'other-events', notifyUrl: null })
  const [{ id }] = (await list()).data
  const headers = { authorization: `Bearer ${key}` }
  for (const each of [id, 'evt_999999', 'nothing']) {
    expect((await world.api('GET', `/v1/events/${each}`, undefined, headers)).status).toBe(404)
    expect((await world.api('POST', `/v1/events/${each}/replay`, {}, headers)).status).toBe(404)
  }
  expect((await world.api('GET', '/v1/events', undefined, headers)).body.data).toEqual([])
})

it.each(['9999-12-31T23:59:59-23:59', '0000-12-31T23:59:59Z', '0000-01-01T00:00:00+23:59'])(
  'an instant outside the calendar (%s) is refused as a filter of events',
  async (instant) => {
    for (const name of ['from', 'to']) {
      const path = `/v1/events?${name}=${encodeURIComponent(instant)}`
      const { status, body } = await world.api('GET', path)
      expect({ status, errors: body.errors }).toMatchObject({
        status: 422,
        errors: [{ path: name }],
      })
    }
  },
)

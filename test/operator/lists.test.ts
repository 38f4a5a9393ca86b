import { beforeAll, expect, it } from 'vitest'
import { hondurasDayOf } from '../../src/contract/honduras-time.ts'
import { StoreId } from '../../src/domain/ids.ts'
import { deliver } from '../support/gateway-events.ts'
import { type Merchant, merchantOf, type OpenOrder } from '../support/merchant.ts'
import { moveStore, personWith, startOperatorApi } from '../support/operator.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { connectTestStore, eventually, type Json, TEST_STORE } from '../support/world.ts'

const world = useWorld()
const SECOND = StoreId.parse('segunda')
const THIRD = StoreId.parse('ajena')

let mine: Merchant
let paid: OpenOrder & { transactionId: string }
let open: OpenOrder
let ofSecond: OpenOrder
let ofThird: OpenOrder
const owner = personWith('olga', { main: 'owner' })

const get = async (path: string, person = owner): Promise<Json> => {
  const answer = await operator.call(person, 'GET', `/operator/v1${path}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const all = async (path: string, limit: number): Promise<Json[]> => {
  const rows: Json[] = []
  for (let cursor = ''; ; ) {
    const page = await get(`${path}${path.includes('?') ? '&' : '?'}limit=${limit}${cursor}`)
    expect(page.data.length).toBeLessThanOrEqual(limit)
    rows.push(...page.data)
    if (page.next_cursor === null) return rows
    cursor = `&cursor=${page.next_cursor}`
  }
}

const operator = useStarted(() => startOperatorApi(world))
beforeAll(async () => {
  mine = merchantOf(world)
  paid = await mine.paid()
  open = await mine.open({ amount: '7.00', number: '1001' })
  const secondKey = await connectTestStore(world.puente, {
    id: SECOND,
    notifyUrl: null,
  })
  ofSecond = await merchantOf(world, { apiKey: secondKey, prefix: 'S' }).open()
  const thirdKey = await connectTestStore(world.puente, {
    id: THIRD,
    notifyUrl: null,
  })
  ofThird = await merchantOf(world, { apiKey: thirdKey, prefix: 'T' }).open()
  await moveStore(world, { storeId: THIRD, organizationId: 'other' })
})

const externalIds = (rows: Json[]): string[] => rows.map(({ external_id }) => external_id)

it('the list has the orders of all stores of the person, newest first, at any page size', async () => {
  for (const limit of [1, 2, 100]) {
    expect(externalIds(await all('/orders', limit))).toEqual([ofSecond.id, open.id, paid.id])
  }
})

it('a list of one store has no order of another', async () => {
  expect(externalIds(await all(`/orders?store_id=${SECOND}`, 10))).toEqual([ofSecond.id])
})

it("a search finds the person's stores by a part of name or id, without accents", async () => {
  const named = { name: 'Pulpería Ñandú' }
  const path = `/operator/v1/stores/${SECOND}`
  const renamed = await operator.call(owner, 'PATCH', path, { body: named })
  expect(renamed.status).toBe(200)
  const idsOf = async (query: string) => (await all(`/stores?${query}`, 1)).map(({ id }) => id)
  expect(await idsOf('search=pulperia%20NAN')).toEqual([SECOND])
  expect(await idsOf('search=segun')).toEqual([SECOND])
  expect(await idsOf('search=ajena')).toEqual([])
  expect(await idsOf(`ids=${SECOND},${THIRD},nobody,${TEST_STORE}`)).toEqual([SECOND, TEST_STORE])
})

it('orders are filtered by status, amount and time', async () => {
  expect(externalIds(await all('/orders?status=paid', 1))).toEqual([paid.id])
  expect(externalIds(await all('/orders?amount_minor_to=700&currency=HNL', 1))).toEqual([open.id])
  const { data } = await get('/orders?limit=1')
  const at = encodeURIComponent(data[0].created_at)
  expect(externalIds(await all(`/orders?created_from=${at}`, 10))).toEqual([ofSecond.id])
  expect(externalIds(await all(`/orders?created_to=${at}`, 10))).toEqual([open.id, paid.id])
})

it("a search finds an order of the person's stores by its number, its ids and its payment's number", async () => {
  const [order] = (await get('/orders?status=paid')).data
  const searches = ['1001', open.id, paid.gatewayId, order.id, order.effective_payment_id]
  const found = [open.id, open.id, paid.id, paid.id, paid.id]
  for (const [index, text] of searches.entries()) {
    expect(externalIds((await get(`/orders?search=${text}`)).data)).toContain(found[index])
  }
  expect((await get(`/orders?search=${ofThird.id}`)).data).toEqual([])
})

it('payments name their orders and are filtered by state', async () => {
  const [payment, ...more] = await all('/payments?state=paid', 1)
  expect(more).toEqual([])
  expect(payment).toMatchObject({
    store_id: TEST_STORE,
    order: { external_id: paid.id },
    state: 'paid',
    transaction_id: paid.transactionId,
  })
  expect(await all('/payments', 1)).toHaveLength(3)
})

it('an invalid cursor, or one of another list, is refused', async () => {
  const { next_cursor } = await get('/orders?limit=1')
  for (const cursor of [next_cursor, 'nonsense', 'b3JkZXJz', '%00']) {
    const answer = await operator.call(owner, 'GET', `/operator/v1/payments?cursor=${cursor}`)
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'cursor' }] } })
  }
})

it('an order includes its payments, timeline with masked webhooks, notifications and receipt', async () => {
  const [{ id }] = (await get('/orders?status=paid')).data
  const whole = await get(`/orders/${id}`)
  expect(whole.order).toMatchObject({ id, external_id: paid.id, pay_url: paid.payUrl })
  expect(whole.payments).toMatchObject([{ state: 'paid' }])
  const applied = whole.timeline.find(({ kind }: Json) => kind === 'event_applied')
  expect(applied.event).toMatchObject({ source: 'gateway', outcome: 'applied' })
  expect(JSON.parse(applied.event.body)).toHaveProperty('type')
  expect(whole.notifications).toMatchObject([{ type: 'order.paid' }])
  expect(whole.receipt_path).toBe(`/operator/v1/orders/${id}/receipt`)
  expect(await get(`/orders/${id}/receipt`)).toMatchObject({ transaction_id: paid.transactionId })
})

it("inbound webhooks are listed with their outcome and found by the sender's id", async () => {
  const [event] = await all('/events?source=gateway', 1)
  expect(event).toMatchObject({ store_id: TEST_STORE, state: 'handled', outcome: 'applied' })
  expect(await get(`/events/${event.id}`)).toEqual(event)
  expect(await all(`/events?message_id=${event.message_id}`, 10)).toEqual([event])
})

it('a notification includes its current payload and the responses it got', async () => {
  const [{ id }] = await all('/notifications?state=told', 1)
  const notification = await get(`/notifications/${id}`)
  expect(notification).toMatchObject({ type: 'order.paid', failures: [], state: 'told' })
  expect(JSON.parse(notification.body)).toMatchObject({
    type: 'order.paid',
    data: { order: { id: paid.id, status: 'paid' }, payment: { state: 'paid' } },
  })
  const [{ id: ofAnotherKind }] = (await all('/tasks?state=all', 100)).filter(
    ({ kind }) => !kind.startsWith('notify-'),
  )
  for (const unknown of [ofAnotherKind, 'tsk_999999', 'x']) {
    const answer = await operator.call(owner, 'GET', `/operator/v1/notifications/${unknown}`)
    expect(answer.status).toBe(404)
  }
})

it('notifications are filtered by what became of them', async () => {
  const { query } = world.puente.ctx.db
  const now = world.puente.ctx.clock.now()
  const ended = { state: 'done', run_at: now, created_at: now, ended_at: now } as const
  const payload = JSON.stringify({ type: 'order.paid', messageId: 'msg_1' })
  const ids: Record<string, string> = {}
  for (const [note, state] of Object.entries(STATE_OF_NOTE)) {
    const { id } = await query
      .insertInto('tasks')
      .values({
        kind: 'notify-storefront',
        needs: 'shop',
        store_id: SECOND,
        payload,
        note,
        ...ended,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[state] = `tsk_${id}`
  }
  for (const state of Object.values(STATE_OF_NOTE)) {
    const found = await all(`/notifications?state=${state}`, 1)
    expect(found).toMatchObject([{ id: ids[state], store_id: SECOND, state }])
  }
  const told = await all('/notifications?state=told', 1)
  expect(told).toMatchObject([{ store_id: TEST_STORE, state: 'told' }])
  expect(await all(`/notifications?state=told&store_id=${SECOND}`, 1)).toEqual([])
  const deleted = query.deleteFrom('tasks').where('note', 'in', Object.keys(STATE_OF_NOTE))
  await deleted.execute()
})

const STATE_OF_NOTE = { 'left-out': 'left_out', 'nobody-to-tell': 'nobody_to_tell' }

it('the money of a day is what was paid, with the approval rate', async () => {
  const day = hondurasDayOf(world.puente.ctx.clock.now())
  const { data, notified } = await get(`/money?from=${day}&to=${day}`)
  expect(data).toMatchObject([
    { day, currency: 'HNL', paid: { count: 1, amount: '100.00' }, approval_rate: 1 },
  ])
  expect(notified).toMatchObject([{ day, notified: 1 }])
  const rows = await all(`/money/rows?from=${day}&to=${day}&kind=paid`, 1)
  expect(rows).toMatchObject([
    { amount: '100.00', currency: 'HNL', order: { external_id: paid.id }, code: null },
  ])
  for (const kind of ['refunded', 'declined']) {
    expect(await all(`/money/rows?from=${day}&to=${day}&kind=${kind}`, 1)).toEqual([])
  }
})

it('health reports how each store is reached and when the last webhook arrived', async () => {
  // Delivery counts are written after the response.
  const rows = await eventually(async () => {
    const found = await all('/health', 1)
    return found[1]?.webhooks_in.accepted_at !== null && found
  })
  expect(rows.map(({ store_id }) => store_id)).toEqual([SECOND, TEST_STORE])
  expect(rows[1]).toMatchObject({
    gateway_account: { state: 'closed', since: null },
    webhooks_in: { accepted_at: expect.any(String) },
    queue: { dead_tasks: 0 },
  })
})

it("all other lists are limited to the person's stores", async () => {
  expect((await all('/stores', 1)).map(({ id }) => id)).toEqual([SECOND, TEST_STORE])
  const tasks = await all('/tasks?state=all', 1)
  expect(tasks.length).toBeGreaterThan(0)
  expect(new Set(tasks.map(({ store_id }) => store_id))).not.toContain(THIRD)
  expect(await all('/notifications?state=told', 1)).toMatchObject([{ type: 'order.paid' }])
  expect(await all('/refunds', 10)).toEqual([])
  expect(await all('/alerts', 10)).toEqual([])
  expect((await get('/circuits')).data).toEqual([])
  const nobodyWaits = { state: 'closed', tasks_waiting: 0, orders_waiting: 0 }
  const circuits = await get(`/circuits?store_id=${TEST_STORE}`)
  expect(circuits.data).toMatchObject([nobodyWaits, nobodyWaits])
  expect(await all('/api-keys', 1)).toHaveLength(2)
  expect(await all('/reconciliations', 10)).toEqual([])
})

it('CSV exports of orders, payments and refunds are streamed, and a formula stays text', async () => {
  await mine.open({ number: '=1+1' })
  const answer = await operator.call(owner, 'GET', '/operator/v1/orders.csv')
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const lines = answer.body.trim().split('\r\n')
  expect(lines).toHaveLength(5)
  expect(lines[1]).toContain("'=1+1")
  const payments = await operator.call(owner, 'GET', '/operator/v1/payments.csv?state=paid')
  expect(payments.body.trim().split('\r\n')).toHaveLength(2)
  const refunds = await operator.call(owner, 'GET', '/operator/v1/refunds.csv')
  expect(refunds.body.trim().split('\r\n')).toHaveLength(1)
})

it('webhooks that were given up have their own list, newest first', async () => {
  for (const id of ['unreadable-1', 'unreadable-2']) {
    await deliver(world.url, { body: `{"id":"${id}","type":"payment.approved","data":{}}` })
  }
  const [newest, oldest] = await eventually(async () => {
    const { data } = await get('/events?state=given_up')
    return data.length === 2 && data
  })
  expect(oldest).toMatchObject({ message_id: 'unreadable-1', type: 'payment.approved' })
  expect(newest).toMatchObject({ state: 'given_up', reason: expect.any(String) })
  const ids = (await all('/events?state=given_up', 1)).map(({ id }) => id)
  expect(ids).toEqual([newest.id, oldest.id])
  expect(await get(`/events/${newest.id}`)).toEqual(newest)
  for (const none of ['state=waiting', 'state=given_up&source=shopify']) {
    expect((await get(`/events?${none}`)).data).toEqual([])
  }
  const named = await get('/events?state=given_up&message_id=unreadable-1')
  expect(named.data).toEqual([oldest])
})

it('the rows behind a sum are paged, each once, newest first', async () => {
  const day = hondurasDayOf(world.puente.ctx.clock.now())
  const [one, two] = [await mine.paid({ amount: '11.00' }), await mine.paid({ amount: '12.00' })]
  const rows = await all(`/money/rows?from=${day}&to=${day}&kind=paid&currency=HNL`, 1)
  expect(rows.map(({ order }) => order.external_id)).toEqual([two.id, one.id, paid.id])
  expect(await all(`/money/rows?from=${day}&to=${day}&kind=paid&currency=USD`, 1)).toEqual([])
  expect(await all(`/money/rows?from=${day}&to=${day}&kind=declined&code=51`, 1)).toEqual([])
  const { next_cursor: cursor } = await get(`/money/rows?from=${day}&to=${day}&kind=paid&limit=1`)
  const path = `/operator/v1/money/rows?from=${day}&to=${day}&kind=declined&cursor=${cursor}`
  expect((await operator.call(owner, 'GET', path)).status).toBe(422)
})

it.each([
  ':::::::::::::::: 1',
  '2026-13-01 12:00:00+00 1',
  '2026-02-30 12:00:00.5+00 1',
  '0000-01-01 12:00:00+00 1',
  '2026-01-01 12:00:00+99 1',
])('an invalid position among webhooks (%s) is refused as a cursor', async (place) => {
  const cursor = Buffer.from(`events ${place}`).toString('base64url')
  const answer = await operator.call(owner, 'GET', `/operator/v1/events?cursor=${cursor}`)
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_fields' } })
})

it.each([
  '9999-99-99T99:99:99.999Z pay_1',
  '2026-01-01T25:00:00.000Z pay_1',
  '2026-02-30T00:00:00.000Z pay_1',
  '2026-::::::::::::::::::: ref_1',
])('an invalid position among payments of a sum (%s) is refused as a cursor', async (place) => {
  const cursor = Buffer.from(`money ${place}`).toString('base64url')
  const day = hondurasDayOf(world.puente.ctx.clock.now())
  const path = `/operator/v1/money/rows?from=${day}&to=${day}&kind=paid&cursor=${cursor}`
  const answer = await operator.call(owner, 'GET', path)
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_fields' } })
})

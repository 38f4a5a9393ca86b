import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { HOUR_SECONDS, merchantOf, pass } from '../../test/support/merchant.ts'
import { useWorldBehindProxy } from '../../test/support/use-world.ts'
import { type Json, TEST_STORE } from '../../test/support/world.ts'
import { erasePeopleOfOrders } from '../db/privacy/personal-data.ts'
import { deleteOldKeyedRequests } from '../db/privacy/retention.ts'
import { claimKey } from '../db/requests/keyed-requests.ts'
import { addMs } from '../runtime/clock.ts'
import { fieldDigests } from './requests/field-digests.ts'

const { world, proxy } = useWorldBehindProxy()
const merchant = merchantOf(world, { prefix: 'K' })

let keys = 0
const newKey = () => `key-${++keys}`
const checkout = (key: string, order: Json, more: Json = {}) =>
  world.api(
    'POST',
    '/v1/checkouts',
    { order: { amount: '125.50', currency: 'HNL', ...order }, ...more },
    { 'idempotency-key': key },
  )

describe('a request with an Idempotency-Key', () => {
  it('the same request gets the same status and body, also after the order changed', async () => {
    const key = newKey()
    const first = await checkout(key, { id: 'I-1' })
    expect(first.status).toBe(201)
    expect(first.headers.get('idempotent-replayed')).toBeNull()
    await world.pay(first.body.payment.checkout_url)
    await merchant.readWhen('I-1', ({ order }) => order.status === 'paid')
    const second = await checkout(key, { id: 'I-1' })
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  })

  it('another body gets 409 with the fields that differ, and none of their values', async () => {
    const key = newKey()
    await checkout(key, { id: 'I-2', customer: { email: 'ana@example.hn' } })
    const answer = await checkout(
      key,
      { id: 'I-2', amount: '99.00', customer: { email: 'eva@example.hn' } },
      { success_url: 'https://shop.example/thanks' },
    )
    expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_key_reused'])
    expect(answer.body.errors.map(({ path }: Json) => path)).toEqual([
      'order.amount',
      'order.customer.email',
      'success_url',
    ])
    const { title, detail, errors } = answer.body
    expect(JSON.stringify([title, detail, errors])).not.toMatch(/99|example|125/)
    expect((await merchant.read('I-2')).order.amount).toBe('125.50')
  })

  it('a key of another route gets 409 with its name', async () => {
    const key = newKey()
    const { id } = await merchant.open()
    await checkout(key, { id: 'I-3' })
    const answer = await world.api('POST', `/v1/orders/${id}/cancel`, undefined, {
      'idempotency-key': key,
    })
    expect([answer.status, answer.body.code]).toEqual([409, 'idempotency_key_reused'])
    expect(answer.body.detail).toContain('was createCheckout')
    expect((await merchant.read(id)).order.status).toBe('awaiting_payment')
  })

  it('a refused request frees its key, so that the corrected one can use it', async () => {
    const key = newKey()
    expect((await checkout(key, { id: 'I-4', currency: 'JPY', amount: '5' })).status).toBe(422)
    expect((await checkout(key, { id: 'I-4' })).status).toBe(201)
  })

  it('a second request gets 409 with retry while the first runs, then its answer', async () => {
    const key = newKey()
    const arrived = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    proxy.onPass(async (route, stage) => {
      if (route === 'POST /v1/payments' && stage === 'on-its-way') {
        arrived.resolve()
        await gate.promise
      }
      return 'pass'
    })
    const first = checkout(key, { id: 'I-5' })
    await arrived.promise
    const meanwhile = await checkout(key, { id: 'I-5' })
    expect([meanwhile.status, meanwhile.body.code, meanwhile.body.retry]).toEqual([
      409,
      'idempotency_key_in_use',
      'retry',
    ])
    expect(meanwhile.headers.get('retry-after')).toBe('1')
    gate.resolve()
    proxy.onPass(undefined)
    const { status, body } = await first
    expect(status).toBe(201)
    expect((await checkout(key, { id: 'I-5' })).body).toEqual(body)
  })

  it('a refund that was made gets the same answer, and refunds once', async () => {
    const { id } = await merchant.paid()
    const key = newKey()
    const refund = () => merchant.refundInFull(id, {}, key)
    const first = await refund()
    expect(first.status).toBe(201)
    const second = await refund()
    expect([second.status, second.body]).toEqual([first.status, first.body])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
    const other = await merchant.refundInFull(id, { amount: '11.00' }, key)
    expect(other.body).toMatchObject({
      code: 'idempotency_key_reused',
      errors: [{ path: 'amount', message: 'Differs from the first request' }],
    })
    expect((await merchant.read(id)).refunds).toHaveLength(1)
  })

  it('stores have keys of their own', async () => {
    const rows = await world.puente.ctx.db.query
      .selectFrom('keyed_requests')
      .select(['store_id', 'sealed_answer'])
      .execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const { sealed_answer } of rows) expect(sealed_answer ?? '').not.toMatch(/checkout|order/)
  })

  it('a key is free again after two days', async () => {
    const { ctx } = world.puente
    const key = newKey()
    await checkout(key, { id: 'I-6' })
    await deleteOldKeyedRequests(ctx.db.query, addMs(ctx.clock.now(), 1_000))
    expect((await checkout(key, { id: 'I-7' })).status).toBe(201)
  })

  it('a key of a process that was killed runs again after seconds, and another body still gets 409', async () => {
    const { ctx } = world.puente
    const key = newKey()
    const claimOf = (now: Date) =>
      claimKey(ctx.db.query, {
        storeId: TEST_STORE,
        key,
        orderId: 'I-9',
        operation: 'createCheckout',
        fields: { a: '1' },
        now,
        runningUntil: addMs(now, 5_000),
      })
    const now = ctx.clock.now()
    expect(await claimOf(now)).toEqual({ outcome: 'claimed' })
    expect(await claimOf(addMs(now, 4_000))).toEqual({ outcome: 'running' })
    expect(await claimOf(addMs(now, 5_000))).toEqual({ outcome: 'claimed' })
    expect((await checkout(key, { id: 'I-9' })).body.code).toBe('idempotency_key_reused')
  })

  it('a checkout whose answer could not be kept is answered as made', async () => {
    const { query } = world.puente.ctx.db
    const key = newKey()
    await sql`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RAISE 'disk full'; END$$;
      CREATE TRIGGER refuse BEFORE UPDATE ON keyed_requests FOR EACH ROW EXECUTE FUNCTION refuse()`.execute(
      query,
    )
    const first = await checkout(key, { id: 'I-10' })
    await sql`DROP TRIGGER refuse ON keyed_requests; DROP FUNCTION refuse`.execute(query)
    expect(first.status).toBe(201)
    expect((await merchant.read('I-10')).order.status).toBe('awaiting_payment')
  })

  it('a failure keeps its key: the gateway may have carried it out', async () => {
    const key = newKey()
    proxy.onPass(async (route, stage) =>
      route === 'POST /v1/payments' && stage === 'on-its-way' ? 'cut' : 'pass',
    )
    const failed = await checkout(key, { id: 'I-11' })
    proxy.onPass(undefined)
    expect(failed.status).toBeGreaterThanOrEqual(500)
    expect((await checkout(key, { id: 'I-12' })).status).toBe(409)
    expect((await checkout(key, { id: 'I-11' })).status).toBe(201)
  })

  it('erasing a customer removes the keys of the orders, and leaves those of others', async () => {
    const { query } = world.puente.ctx.db
    const [own, other] = [newKey(), newKey()]
    await checkout(own, { id: 'I-13', customer: { email: 'eva@example.hn' } })
    await checkout(other, { id: 'I-14', customer: { email: 'ana@example.hn' } })
    const { id } = await query
      .selectFrom('orders')
      .select('id')
      .where('external_id', '=', 'I-13')
      .executeTakeFirstOrThrow()
    await query
      .transaction()
      .execute((trx) =>
        erasePeopleOfOrders(trx, { orderIds: [id], now: world.puente.ctx.clock.now() }),
      )
    const left = await query.selectFrom('keyed_requests').select('id').execute()
    const keysLeft = left.map((row) => row.id.split('\n')[1])
    expect(keysLeft).toContain(other)
    expect(keysLeft).not.toContain(own)
  })

  it('the digests compare values: other notations and another order of fields are the same request', async () => {
    const key = newKey()
    const first = await checkout(key, {
      id: 'I-16',
      customer: { name: 'Ana', email: 'ana@example.hn' },
    })
    const second = await checkout(key, {
      customer: { email: 'ana@example.hn', name: 'Ana', phone: null },
      amount: '125,50',
      id: 'I-16',
    })
    expect([second.status, second.body]).toEqual([201, first.body])
    expect(second.headers.get('idempotent-replayed')).toBe('true')
  })

  it('a buyer who returns after the link expired can pay, though the shop sends the key of the order again', async () => {
    const key = newKey()
    const checkOut = () => checkout(key, { id: 'I-15' }, { expires_in_minutes: 30 })
    const first = await checkOut()
    await pass(world, HOUR_SECONDS)
    await merchant.readWhen('I-15', ({ order }) => order.status === 'payment_expired')
    const second = await checkOut()
    expect([second.status, second.headers.get('idempotent-replayed')]).toEqual([201, null])
    expect(second.body.payment.id).not.toBe(first.body.payment.id)
    const link = await fetch(second.body.pay_url, { redirect: 'manual' })
    expect(link.headers.get('location')).toBe(second.body.payment.checkout_url)
    const third = await checkOut()
    expect([third.status, third.body]).toEqual([201, second.body])
    expect(third.headers.get('idempotent-replayed')).toBe('true')
  })

  it('a key that is too long is refused', async () => {
    const { status, body } = await checkout('x'.repeat(192), { id: 'I-8' })
    expect([status, body.code]).toEqual([422, 'idempotency_key_required'])
  })

  it('a route that only reads ignores the key', async () => {
    const key = newKey()
    for (const path of ['/v1/orders', '/v1/store']) {
      expect((await world.api('GET', path, undefined, { 'idempotency-key': key })).status).toBe(200)
    }
  })
})

it('the digests of a request name each field once, with money as one value', () => {
  const amount = { minor: 12_550n, currency: { code: 'HNL', numericCode: '340', exponent: 2 } }
  const body = { order: { id: 'A', amount }, locale: undefined }
  const digests = fieldDigests({ body, query: { day: '1' }, path: { id: 'B' } })
  expect(Object.keys(digests)).toEqual(['order.id', 'order.amount', 'query.day', 'path.id'])
})

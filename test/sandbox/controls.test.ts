import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CARDS, type Harness, startHarness } from '../contract/support/harness.ts'
import { type Receiver, startReceiver } from '../contract/support/receiver.ts'

describe('control routes of the sandbox', () => {
  let gateway: Harness
  let receiver: Receiver
  const control = (method: string, path: string, body?: unknown, headers = {}) =>
    gateway.call(method, `/sandbox${path}`, { key: null, body, headers })
  beforeAll(async () => {
    receiver = await startReceiver()
    gateway = await startHarness({
      SANDBOX_WEBHOOK_URL: receiver.url,
      SANDBOX_CONTROL_KEY: 'control-key-of-the-test',
    })
  })
  afterAll(async () => {
    await gateway.close()
    await receiver.close()
  })

  test('a request that a proxy passed on needs the control key', async () => {
    const proxied = { 'x-forwarded-for': '203.0.113.9' }
    expect((await control('GET', '/clock', undefined, proxied)).status).toBe(403)
    const withKey = { ...proxied, authorization: 'Bearer control-key-of-the-test' }
    expect((await control('GET', '/clock', undefined, withKey)).status).toBe(200)
  })

  test('a payment is paid by its id or by its checkout URL', async () => {
    const one = await gateway.createPayment()
    const other = await gateway.createPayment()
    expect((await gateway.pay({ payment_id: one.id })).body.status).toBe('approved')
    expect((await gateway.pay({ checkout_url: other.checkout_url })).body.status).toBe('approved')
  })

  test('an unknown payment is a 404', async () => {
    expect((await gateway.pay({ payment_id: 1 })).status).toBe(404)
    expect((await gateway.pay({ payment_id: 99_999_999_999 })).status).toBe(404)
    expect((await gateway.pay({ checkout_url: 'http://localhost/checkout/abc' })).status).toBe(404)
    expect((await gateway.pay({ checkout_url: '\u0000' })).status).toBe(404)
  })

  test.each<[string, unknown, string]>([
    ['/pay', {}, 'card'],
    [
      '/pay',
      {
        payment_id: 1,
        card: { number: CARDS.approved, exp_month: 13, exp_year: 2060, cvc: '123' },
      },
      'card.exp_month',
    ],
    [
      '/pay',
      { payment_id: 1, card: { number: CARDS.approved, exp_month: 1, exp_year: 2060, cvc: '1' } },
      'card.cvc',
    ],
    ['/endpoints', { environment: 'prod', url: 'http://x.hn' }, 'environment'],
    ['/endpoints', { environment: 'test', url: 'ftp://x.hn' }, 'url'],
    ['/clock', { advance_seconds: 'x' }, 'body'],
    ['/clock', '{', 'body'],
  ])('POST %s with bad input: 422 with the path of the field', async (path, body, field) => {
    const answer = await control('POST', path, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toContain(field)
  })

  test('a card that has expired by the sandbox clock is refused', async () => {
    const { id } = await gateway.createPayment()
    const card = { number: CARDS.approved, exp_month: 1, exp_year: 2020, cvc: '123' }
    const answer = await control('POST', '/pay', { payment_id: id, card })
    expect(Object.keys(answer.body.errors)).toEqual(['card.exp_year'])
  })

  test('the clock moves by seconds or to an instant, and its offset outlives a restart', async () => {
    const before = await gateway.now()
    await gateway.advance(3_600)
    expect((await gateway.now()).getTime() - before.getTime()).toBeGreaterThanOrEqual(3_600_000)
    const { body } = await control('POST', '/clock', { now: '2050-01-01T00:00:00-06:00' })
    expect(body.now).toMatch(/^2050-01-01T06:00:00/)
    await gateway.restart()
    expect((await gateway.now()).toISOString()).toMatch(/^2050-01-01T06:00/)
    expect((await gateway.createPayment()).created_at).toMatch(/^2050-01-01 00:00/)
  })

  test('the endpoint of SANDBOX_WEBHOOK_URL is registered from the start', async () => {
    const before = receiver.received.length
    const { id } = await gateway.createPayment()
    await gateway.pay({ payment_id: id })
    const all = await receiver.waitFor(before + 1)
    expect(all.at(-1)?.event.data.id).toBe(id)
  })

  test('the journal tells every request and every attempt, numbered, without card data', async () => {
    const { next } = (await control('GET', '/journal')).body
    const payment = await gateway.createPayment()
    await gateway.call('GET', '/v1/payments?page=1', { headers: { 'idempotency-key': 'k1' } })
    await gateway.pay({ payment_id: payment.id })
    await expect
      .poll(async () => (await gateway.journal('delivery')).at(-1)?.event_type)
      .toBe('payment.approved')
    const { entries } = (await control('GET', `/journal?since=${next}`)).body
    expect(entries[0]).toMatchObject({
      seq: next + 1,
      type: 'request',
      method: 'POST',
      path: '/v1/payments',
      status: 201,
      environment: 'test',
      idempotency_key: null,
      body: { amount: 100, external_reference: 'order-1', name: 'Order 1' },
    })
    expect(entries[1]).toMatchObject({
      path: '/v1/payments',
      query: 'page=1',
      idempotency_key: 'k1',
    })
    const paid = entries.find(({ path }: { path: string }) => path === '/sandbox/pay')
    expect(paid.body.card).toMatchObject({ number: '[masked]', cvc: '[masked]', exp_month: 12 })
    expect(JSON.stringify(entries)).not.toContain(CARDS.approved)
  })

  test('reset goes back to the start, but the endpoint of the settings stays and ids go on', async () => {
    const payment = await gateway.createPayment()
    await gateway.addEndpoint('http://127.0.0.1:9/')
    await gateway.advance(1_000)
    expect((await control('POST', '/reset')).status).toBe(200)
    expect((await gateway.call('GET', '/v1/payments')).body.meta.total).toBe(0)
    expect(Math.abs((await gateway.now()).getTime() - Date.now())).toBeLessThan(2_000)
    const next = await gateway.createPayment()
    expect(next.id).toBeGreaterThan(payment.id)
    const before = receiver.received.length
    await gateway.pay({ payment_id: next.id })
    await receiver.waitFor(before + 1)
    await expect.poll(async () => (await gateway.journal('delivery')).length).toBe(1)
  })

  test('several sandboxes run in one process', async () => {
    const other = await startHarness()
    await other.createPayment({ external_reference: 'only-here' })
    const list = await gateway.call('GET', '/v1/payments?external_reference=only-here')
    expect(list.body.meta.total).toBe(0)
    await other.close()
  })
})

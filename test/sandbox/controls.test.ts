import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { CARDS } from '../contract/support/harness.ts'
import { startReceiver } from '../contract/support/receiver.ts'
import { eventually } from '../support/eventually.ts'
import { gatewayForTest, useGateway, useStarted } from '../support/use-world.ts'

describe('the control routes', () => {
  const control = (method: string, path: string, body?: unknown, headers = {}) =>
    gateway.call(method, `/sandbox${path}`, { key: null, body, headers })
  const receiver = useStarted(startReceiver)
  const gateway = useGateway(() => ({
    SANDBOX_WEBHOOK_URL: receiver.url,
    SANDBOX_CONTROL_KEY: 'control-key-of-the-test',
  }))

  test('a proxied request needs the control key', async () => {
    const proxied = { 'x-forwarded-for': '203.0.113.9' }
    expect((await control('GET', '/clock', undefined, proxied)).status).toBe(403)
    const withKey = { ...proxied, authorization: 'Bearer control-key-of-the-test' }
    expect((await control('GET', '/clock', undefined, withKey)).status).toBe(200)
  })

  const statusFor = (headers: Record<string, string>, method = 'GET') =>
    new Promise<number | undefined>((resolve, reject) =>
      request(
        { port: gateway.sandbox.port, path: '/sandbox/endpoints', method, headers },
        (response) => resolve(response.resume().statusCode),
      )
        .on('error', reject)
        .end(),
    )

  test.each([
    ['127.0.0.1'],
    ['127.0.0.1:1'],
    ['localhost'],
    ['localhost:99999'],
    ['LOCALHOST:'],
    ['[::1]:4010'],
    ['sandbox:4010'],
    ['192.168.1.7:4010'],
    [''],
  ])('a program may use the host %s', async (host) => {
    expect(await statusFor({ host })).toBe(200)
  })

  test.each<[string, Record<string, string>]>([
    ['a name of another site that leads here', { host: 'evil.example:4010' }],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }],
    ['a page on another port of this machine', { 'sec-fetch-site': 'same-site' }],
    ['a page, in a browser that only says its origin', { origin: 'http://localhost:3' }],
    ['a wrong key', { host: 'evil.example', authorization: 'Bearer control-key-of-the-tesT' }],
  ])('the control routes reject %s', async (_, headers) => {
    expect(await statusFor(headers)).toBe(403)
    expect(await statusFor(headers, 'POST')).toBe(403)
  })

  test.each([
    'http://127.0.0.1:4000/hook',
    'http://[::1]:4000/hook',
    'http://10.1.2.3/hook',
    'http://puente:3000/hook',
    'http://host.docker.internal:3000/hook',
    'https://shop.example/hook?a=b',
  ])('an endpoint can use the URL %s, shown as sent', async (url) => {
    const { body } = await control('POST', '/endpoints', { environment: 'live', url })
    expect(body.url).toBe(url)
    await control('DELETE', `/endpoints/${body.id}`)
  })

  test.each([
    'http://example.com/hook',
    'https://shop:secret@shop.example/hook',
    'http://%ff@127.0.0.1:9/',
    `https://shop.example/${'a'.repeat(2_000)}`,
  ])('an endpoint cannot use the URL %s', async (url) => {
    const { status, body } = await control('POST', '/endpoints', { environment: 'live', url })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['url']])
  })

  test('the journal shows only the size of a long body', async () => {
    const { next } = await gateway.control('GET', '/journal')
    await gateway.call('POST', '/v1/payments', { body: { name: Array(50_000).fill('x') } })
    const { entries } = await gateway.control('GET', `/journal?since=${next}`)
    expect(entries[0].body).toMatch(/^\[\d+ bytes\]$/)
  })

  test('a payment can be paid by its id or its checkout URL', async () => {
    const one = await gateway.createPayment()
    const other = await gateway.createPayment()
    expect((await gateway.pay({ payment_id: one.id })).body.status).toBe('approved')
    expect((await gateway.pay({ checkout_url: other.checkout_url })).body.status).toBe('approved')
  })

  test('an unknown payment gets 404', async () => {
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
    ['/endpoints', { environment: 'test', url: 'https://x.hn/\u0000' }, 'url'],
    [
      '/endpoints',
      { environment: 'test', url: 'https://x.hn', secret: '12345678\u0000' },
      'secret',
    ],
    ['/endpoints', { environment: 'test', url: 'https://x.hn', secrets: 'x' }, 'secrets'],
    ['/clock', { advance_seconds: 'x' }, 'advance_seconds'],
    ['/clock', { now: '1999-12-31T23:59:59Z' }, 'now'],
    ['/clock', { now: '9999-12-31T23:59:59Z' }, 'now'],
    ['/clock', '{', 'body'],
  ])("POST %s with invalid input gets 422 with the field's path", async (path, body, field) => {
    const answer = await control('POST', path, body)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toContain(field)
  })

  test.each([
    ['/clock', {}, 'body', 'Give advance_seconds or now.'],
    [
      '/clock',
      { advance_seconds: 1, now: '2030-01-01T00:00:00Z' },
      'body',
      'Give advance_seconds or now.',
    ],
    ['/clock', { advance_seconds: -1 }, 'advance_seconds', 'Give at least 0.'],
    ['/clock', { now: 'soon' }, 'now', 'Give an instant such as 2026-01-31T18:00:00Z.'],
    ['/clock', [], 'body', 'Give a JSON object.'],
    ['/endpoints', { url: 'https://x.hn' }, 'environment', 'Give test or live.'],
    ['/endpoints', { environment: 'test' }, 'url', 'This is missing: give text.'],
    ['/pay', { payment_id: 'x', card: null }, 'payment_id', 'Give a number.'],
    [
      '/challenges/x',
      { outcome: 'maybe' },
      'outcome',
      'Give authenticated or failed or abandoned.',
    ],
  ])('POST %s %j has for %s the message: %s', async (path, body, field, text) => {
    const { body: answer } = await control('POST', path, body)
    expect(answer.errors[field]).toEqual([text])
  })

  test('a card that has expired by the sandbox clock is rejected', async () => {
    const { id } = await gateway.createPayment()
    const card = { number: CARDS.approved, exp_month: 1, exp_year: 2020, cvc: '123' }
    const answer = await control('POST', '/pay', { payment_id: id, card })
    expect(Object.keys(answer.body.errors)).toEqual(['card.exp_year'])
  })

  test('the clock moves by seconds or to an instant, and its offset survives a restart', async () => {
    const before = await gateway.now()
    await gateway.advance(3_600)
    expect((await gateway.now()).getTime() - before.getTime()).toBeGreaterThanOrEqual(3_600_000)
    const { body } = await control('POST', '/clock', { now: '2050-01-01T00:00:00-06:00' })
    expect(body.now).toMatch(/^2050-01-01T06:00:00/)
    await gateway.restart()
    expect((await gateway.now()).toISOString()).toMatch(/^2050-01-01T06:00/)
    expect((await gateway.createPayment()).created_at).toMatch(/^2050-01-01 00:00/)
  })

  test('the clock stays within four-digit years', async () => {
    for (let times = 0; times < 30; times++) {
      await control('POST', '/clock', { advance_seconds: 10_000_000_000 })
    }
    expect((await gateway.now()).getFullYear()).toBeLessThan(9000)
    expect((await gateway.createPayment()).created_at).toMatch(/^\d{4}-\d\d-\d\d /)
    await control('POST', '/clock', { now: new Date().toISOString() })
  })

  test('concurrent clock moves add up', async () => {
    const before = await gateway.now()
    await Promise.all([gateway.advance(100), gateway.advance(100), gateway.advance(100)])
    const movedMs = (await gateway.now()).getTime() - before.getTime()
    expect(movedMs).toBeGreaterThanOrEqual(300_000)
    expect(movedMs).toBeLessThan(310_000)
  })

  test('settling excludes voided charges', async () => {
    await gateway.settle()
    const voided = await gateway.payNew()
    await gateway.payNew()
    await gateway.call('POST', `/v1/payments/${voided.transactionId}/void`)
    expect(await gateway.control('POST', '/settle')).toEqual({ settled: 1 })
  })

  test('moving the clock settles charges at the end of their day', async () => {
    await control('POST', '/clock', { now: '2051-03-01T12:00:00-06:00' })
    const { transactionId } = await gateway.payNew()
    await control('POST', '/clock', { now: '2051-03-02T00:00:01-06:00' })
    const { status } = await gateway.call('POST', `/v1/payments/${transactionId}/refund`, {
      body: { amount: 100 },
    })
    expect(status).toBe(200)
  })

  test('moving the clock expires an unanswered challenge', async () => {
    const payment = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: payment.id, number: CARDS.challenge })
    expect(body.status).toBe('pending')
    const heard = () =>
      receiver.received
        .filter(({ event }) => event.data.id === payment.id)
        .map(({ event }) => event.type)
    await gateway.advance(14 * 60)
    expect(heard()).toEqual([])
    await gateway.advance(2 * 60)
    await eventually(async () => heard().length > 0)
    expect(heard()).toEqual(['payment.failed'])
  })

  test('a deleted endpoint leaves the list and receives nothing more', async () => {
    const other = await startReceiver()
    const endpoint = await gateway.addEndpoint(other.url)
    const { endpoints } = await gateway.control('GET', '/endpoints')
    expect(endpoints).toHaveLength(2)
    expect(endpoints).toContainEqual({ ...endpoint, environment: 'test', url: other.url })
    other.answerWith(500)
    await gateway.payNew()
    await other.waitFor(1)
    const removed = await control('DELETE', `/endpoints/${endpoint.id}`)
    expect(removed).toMatchObject({ status: 200, body: { id: endpoint.id, deleted: true } })
    await gateway.payNew()
    await gateway.advance(2 * 60 * 60)
    expect(other.received).toHaveLength(1)
    expect((await control('DELETE', `/endpoints/${endpoint.id}`)).status).toBe(404)
    expect((await control('DELETE', '/endpoints/%00')).status).toBe(404)
  })

  test('the endpoint of SANDBOX_WEBHOOK_URL exists from the start', async () => {
    const before = receiver.received.length
    const { id } = await gateway.createPayment()
    await gateway.pay({ payment_id: id })
    const all = await receiver.waitFor(before + 1)
    expect(all.at(-1)?.event.data.id).toBe(id)
  })

  test('the journal numbers every request and attempt, without card data', async () => {
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
      body: { amount: 100, external_reference: payment.external_reference, name: 'Order 1' },
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

  test('the journal supports paging', async () => {
    const { next } = await gateway.control('GET', '/journal')
    for (const page of [1, 2, 3]) await gateway.call('GET', `/v1/payments?page=${page}`)
    // Deliveries of earlier events may appear in between.
    const queries: string[] = []
    for (let since = next, size = 2; size === 2; ) {
      const page = await gateway.control('GET', `/journal?since=${since}&limit=2`)
      queries.push(...page.entries.flatMap(({ query }: { query?: string }) => query ?? []))
      size = page.entries.length
      since = page.next
    }
    expect(queries.filter((query) => query.startsWith('page='))).toEqual([
      'page=1',
      'page=2',
      'page=3',
    ])
    expect((await control('GET', '/journal?limit=0')).status).toBe(422)
  })

  test('the journal never contains a card, token, secret or signature', async () => {
    const { next } = await gateway.control('GET', '/journal')
    const token = await gateway.token()
    const { secret } = await gateway.addEndpoint('http://127.0.0.1:9/')
    const secrets = ['4111111111111111', '4111 1111 1111 1111', token, secret, 'sk_live_sandbox']
    for (const one of secrets) {
      const encoded = encodeURIComponent(one)
      await gateway.call('GET', `/v1/payments/${encoded}?external_reference=${encoded}`)
      await gateway.call('POST', '/v1/payments', {
        body: { name: one, [one]: one, payment_token: one },
        headers: { 'idempotency-key': one },
      })
      await gateway.call('POST', `/checkout/${encoded}`, {
        body: new URLSearchParams({ 'card[number]': one, holder: one }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    }
    // Long, so that no id or time of the journal contains it by chance.
    const cvc = '98712398712'
    const form = `number=4111111111111112&cvc=${cvc}&signature=0123456789abcdef`
    await gateway.call('GET', `/3ds/x?${form}`)
    await gateway.call('POST', '/checkout/abcdefghijkl', {
      body: form,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    const { entries } = await gateway.control('GET', `/journal?since=${next}`)
    expect(entries.length).toBeGreaterThan(15)
    const text = JSON.stringify(entries) + decodeURIComponent(JSON.stringify(entries))
    for (const one of [...secrets, '4111111111111112', cvc, '0123456789abcdef']) {
      expect(text).not.toContain(one)
      expect(text).not.toContain(one.replaceAll(' ', '+'))
    }
  })

  test('a reset during charges fails neither', async () => {
    const payments = await Promise.all(Array.from({ length: 12 }, () => gateway.createPayment()))
    const paid = payments.map(({ id }) => gateway.pay({ payment_id: id }))
    const [answers, resets] = await Promise.all([
      Promise.all(paid),
      Promise.all([control('POST', '/reset'), control('POST', '/reset')]),
    ])
    expect(resets.map(({ status }) => status)).toEqual([200, 200])
    for (const { status } of answers) expect([200, 404]).toContain(status)
  })

  test('a reset clears profile and faults', async () => {
    await gateway.control('PUT', '/profile', { tokenized_charge: false })
    await gateway.control('PUT', '/faults', { webhooks: { drop: 1 } })
    await gateway.control('POST', '/reset')
    expect((await gateway.control('GET', '/profile')).tokenized_charge).toBe(true)
    expect((await gateway.control('GET', '/faults')).webhooks.drop).toBe(0)
  })

  test("a reset restores the initial state, but keeps the settings' endpoint and the id sequence", async () => {
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
    const other = await gatewayForTest()
    await other.createPayment({ external_reference: 'only-here' })
    const list = await gateway.call('GET', '/v1/payments?external_reference=only-here')
    expect(list.body.meta.total).toBe(0)
  })
})

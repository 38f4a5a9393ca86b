import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { useWorld } from '../../../../test/support/use-world.ts'
import { type ApiAnswer, connectTestStore, eventually } from '../../../../test/support/world.ts'
import { NOTIFICATION_TYPES } from '../../../payments/ports/notification.ts'
import { problemDocument } from '../../requests/problem.ts'
import { orderNotification } from '../checkouts/schemas.ts'
import { merchantRoutes } from './routes.ts'

const world = useWorld()

const minimal = { id: 'M-1', amount: '125.50', currency: 'HNL' }
const checkout = (order: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  world.api('POST', '/v1/checkouts', { order: { ...minimal, ...order }, ...more })
let orders = 0
const newId = () => `M-${++orders}`

const answerOf = async (response: Response): Promise<ApiAnswer> => ({
  status: response.status,
  headers: response.headers,
  body: await response.json(),
})

const sendRaw = async (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<ApiAnswer> => {
  const response = await fetch(`${world.url}/v1/checkouts`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${world.apiKey}`,
      'content-type': 'application/json',
      ...headers,
    },
    body,
  })
  return answerOf(response)
}

const expectProblem = (answer: ApiAnswer, status: number, code: string) => {
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  expect(problemDocument.strict().parse(answer.body)).toMatchObject({ status, code })
  expect(answer.body.type).toBe(`${world.url}/docs/errors/${code}`)
  expect(answer.status).toBe(status)
}

const pathsOf = (answer: ApiAnswer): string[] =>
  answer.body.errors.map(({ path }: { path: string }) => path)

describe('authentication', () => {
  const call = async (authorization: string | undefined, path = '/v1/orders') => {
    const headers = authorization === undefined ? {} : { authorization }
    const response = await fetch(`${world.url}${path}`, { headers: new Headers(headers) })
    return answerOf(response)
  }

  it('a store is accepted with its key, in any case of the scheme', async () => {
    expect((await call(`Bearer ${world.apiKey}`)).status).toBe(200)
    expect((await call(`bearer   ${world.apiKey}`)).status).toBe(200)
  })

  it.each([undefined, '', 'Bearer', 'Bearer wrong', 'Basic dGllbmRhOng=', 'Bearer a b'])(
    'the header %o is refused',
    async (authorization) => {
      const answer = await call(authorization)
      expectProblem(answer, 401, 'wrong_api_key')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    },
  )

  it('a key in another case or cut short is refused', async () => {
    expectProblem(await call(`Bearer ${world.apiKey.toUpperCase()}`), 401, 'wrong_api_key')
    expectProblem(await call(`Bearer ${world.apiKey.slice(0, -1)}`), 401, 'wrong_api_key')
  })

  it('the key is checked before the body, and before revealing whether an order exists', async () => {
    const response = await fetch(`${world.url}/v1/checkouts`, { method: 'POST', body: 'nonsense' })
    expect(response.status).toBe(401)
    expect((await call('Bearer wrong', '/v1/orders/M-1')).status).toBe(401)
  })

  it('an unknown path gets a problem document too', async () => {
    const answer = await call(`Bearer ${world.apiKey}`, '/v1/nothing')
    expectProblem(answer, 404, 'not_found')
    expectProblem(await call(`Bearer ${world.apiKey}`, '/v1/orders/%E0%A4%A'), 404, 'not_found')
  })
})

describe('an unreadable body', () => {
  it.each([
    ['nothing', ''],
    ['half a document', '{"order":'],
    ['a word', 'order'],
    ['a bare value', '"order"'],
    ['single quotes', "{'order':{}}"],
    ['a comma too many', '{"order":{},}'],
    ['not a number', '{"order":{"id":"A","amount":NaN,"currency":"HNL"}}'],
    ['a list', '[]'],
  ])('a body of %s is refused', async (_, body) => {
    expect((await sendRaw(body)).status).toBe(422)
  })

  it('an unreadable body names no field but the cause', async () => {
    const answer = await sendRaw('{"order":')
    expectProblem(answer, 422, 'invalid_json')
    expect(answer.body.errors).toEqual([{ path: '', message: expect.any(String) }])
  })

  it('a body above the size limit is refused, also after decompression', async () => {
    const order = { ...minimal, description: 'x'.repeat(300_000) }
    expectProblem(await sendRaw(JSON.stringify({ order })), 413, 'too_large')
    const bomb = new Uint8Array(gzipSync(' '.repeat(10_000_000)))
    expectProblem(await sendRaw(bomb, { 'content-encoding': 'gzip' }), 413, 'too_large')
  })

  it('a body with a broken or unknown encoding is the caller’s error', async () => {
    const body = JSON.stringify({ order: minimal })
    for (const encoding of ['gzip', 'deflate', 'nonsense']) {
      const answer = await sendRaw(body, { 'content-encoding': encoding })
      expectProblem(answer, 422, 'invalid_json')
    }
    const charset = 'application/json; charset=iso-8859-1'
    expectProblem(await sendRaw(body, { 'content-type': charset }), 422, 'invalid_json')
  })

  it('a request that stops mid-body affects no other caller', async () => {
    await new Promise<void>((resolve) => {
      const { port } = new URL(world.url)
      const headers = { authorization: `Bearer ${world.apiKey}`, 'content-length': '1000' }
      const cut = request({ port, method: 'POST', path: '/v1/checkouts', headers })
      cut.on('error', () => resolve())
      cut.write('{"order":', () => setTimeout(() => cut.destroy(new Error('cut')), 20))
    })
    expect((await world.api('GET', '/v1/orders')).status).toBe(200)
  })

  it('JSON with another content type is accepted', async () => {
    const body = JSON.stringify({ order: { ...minimal, id: newId() } })
    expect((await sendRaw(body, { 'content-type': 'text/plain' })).status).toBe(201)
  })
})

describe('a route without a body', () => {
  const withoutBody = merchantRoutes.filter(({ method, body }) => method === 'post' && !body)
  const paths = withoutBody.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x'))

  it.each(paths)('%s refuses unknown fields', async (path) => {
    const answer = await world.api('POST', path, { store: 'other' })
    expectProblem(answer, 422, 'invalid_fields')
    expect(answer.body.errors).toEqual([{ path: 'store', message: 'There is no such field' }])
    expectProblem(await world.api('POST', path, []), 422, 'invalid_fields')
  })

  it('an empty object counts as no body', async () => {
    const answer = await world.api('POST', '/v1/notifications/resume', {})
    expect([answer.status, answer.body]).toEqual([200, { waiting: 0 }])
  })
})

describe('an invalid field', () => {
  const AMOUNT = 'order.amount'
  it.each<[string, Record<string, unknown>, string]>([
    ['more decimals than lempiras have', { amount: '125.505' }, AMOUNT],
    ['zero', { amount: '0.00' }, AMOUNT],
    ['less than a cent', { amount: '0.001' }, AMOUNT],
    ['negative', { amount: '-5.00' }, AMOUNT],
    ['minus zero', { amount: '-0' }, AMOUNT],
    ['NaN', { amount: 'NaN' }, AMOUNT],
    ['infinite', { amount: 'Infinity' }, AMOUNT],
    ['a number instead of a string', { amount: 125.5 }, AMOUNT],
    ['null', { amount: null }, AMOUNT],
    ['a list', { amount: ['1'] }, AMOUNT],
    ['empty', { amount: '' }, AMOUNT],
    ['with an exponent', { amount: '1e3' }, AMOUNT],
    ['that is 1250 or 1.25', { amount: '1,250' }, AMOUNT],
    ['that is 1.25 or 1250', { amount: '1.250' }, AMOUNT],
    ['parted by two signs', { amount: '1,250.000,00' }, AMOUNT],
    ['with a space', { amount: ' 125.50' }, AMOUNT],
    ['with a sign', { amount: '+125.50' }, AMOUNT],
    ['with the currency', { amount: 'L125.50' }, AMOUNT],
    ['hexadecimal', { amount: '0x10' }, AMOUNT],
    ['in other digits', { amount: '١٢٥' }, AMOUNT],
    ['huge', { amount: '99999999999999.99' }, AMOUNT],
    ['very long', { amount: '9'.repeat(10_000) }, AMOUNT],
    ['yen with decimals', { amount: '125.50', currency: 'JPY' }, AMOUNT],
    ['dinars with four decimals', { amount: '1.2345', currency: 'KWD' }, AMOUNT],
    ['a currency that does not exist', { currency: 'ZZZ' }, 'order.currency'],
    ['a currency by its number', { currency: '340' }, 'order.currency'],
    ['a currency in small letters', { currency: 'hnl' }, 'order.currency'],
    ['no currency', { currency: undefined }, 'order.currency'],
    ['no id', { id: undefined }, 'order.id'],
    ['an empty id', { id: '   ' }, 'order.id'],
    ['an id that is too long', { id: 'x'.repeat(192) }, 'order.id'],
    ['an id that is a number', { id: 7 }, 'order.id'],
    ['an id with a NUL', { id: 'a\0b' }, 'order.id'],
    ['half a character', { id: 'a\ud83d' }, 'order.id'],
    ['a field that a customer does not have', { customer: { age: 7 } }, 'order.customer.age'],
    ['a field that an order does not have', { price: '1' }, 'order.price'],
  ])('an order with %s is refused by the field’s path', async (_, fields, path) => {
    const answer = await checkout({ id: newId(), ...fields })
    expectProblem(answer, 422, 'invalid_fields')
    expect(pathsOf(answer)).toEqual([path])
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['a success page that is no address', { success_url: 'gracias' }, 'success_url'],
    ['a success page of an app', { success_url: 'tienda://gracias' }, 'success_url'],
    ['a script for an address', { success_url: 'javascript:alert(1)' }, 'success_url'],
    [
      'an address that is too long',
      { cancel_url: `https://x.hn/${'x'.repeat(2_000)}` },
      'cancel_url',
    ],
    ['an expiry of no minutes', { expires_in_minutes: 0 }, 'expires_in_minutes'],
    ['an expiry of half a minute', { expires_in_minutes: 0.5 }, 'expires_in_minutes'],
    ['an expiry in a year and a day', { expires_in_minutes: 525_601 }, 'expires_in_minutes'],
    ['an expiry that is a word', { expires_in_minutes: '10' }, 'expires_in_minutes'],
    ['a language that we do not speak', { locale: 'fr' }, 'locale'],
    ['a field that is not there', { amount: '1.00' }, 'amount'],
  ])('a request with %s is refused by the field’s path', async (_, fields, path) => {
    const answer = await checkout({ id: newId() }, fields)
    expectProblem(answer, 422, 'invalid_fields')
    expect(pathsOf(answer)).toEqual([path])
  })

  it.each([
    ['1450', '1450.00'],
    ['1450.5', '1450.50'],
    ['1450,50', '1450.50'],
    ['1,450.00', '1450.00'],
    ['1.450,00', '1450.00'],
    ['1 450,00', '1450.00'],
    ["1'450.00", '1450.00'],
  ])('the typed amount %s is read as %s', async (amount, canonical) => {
    const { status, body } = await checkout({ id: newId(), amount })
    expect([status, body.order.amount, body.payment.amount]).toEqual([201, canonical, canonical])
  })

  it.each([
    ['en', 'Can be read in two ways: write 1450.00 or 1.45'],
    ['es-HN,es;q=0.9', 'Se puede leer de dos maneras: escriba 1450.00 o 1.45'],
  ])('an ambiguous amount is refused with both readings in %s', async (language, message) => {
    const answer = await world.api(
      'POST',
      '/v1/checkouts',
      { order: { id: newId(), amount: '1,450', currency: 'HNL' } },
      { 'accept-language': language },
    )
    expectProblem(answer, 422, 'invalid_fields')
    expect(answer.body.errors).toEqual([{ path: 'order.amount', message }])
    expect(answer.headers.get('content-language')).toBe(language.slice(0, 2))
    expect(answer.headers.get('vary')).toContain('Accept-Language')
  })

  it('the answer lists every invalid field', async () => {
    const answer = await checkout({ id: '', customer: { age: 1 }, price: 1 }, { locale: 'fr' })
    expect(pathsOf(answer).toSorted()).toEqual([
      'locale',
      'order.customer.age',
      'order.id',
      'order.price',
    ])
  })

  it('a refused order is not stored', async () => {
    const id = newId()
    await checkout({ id, amount: '0.00' })
    expectProblem(await world.api('GET', `/v1/orders/${id}`), 404, 'not_found')
  })

  it('a currency the gateway does not accept is named as well', async () => {
    for (const [currency, amount] of [
      ['JPY', '500'],
      ['KWD', '1.234'],
    ]) {
      const answer = await checkout({ id: newId(), amount, currency })
      expectProblem(answer, 422, 'refused_by_gateway')
      expect(pathsOf(answer)).toContain('order.currency')
    }
  })
})

describe('the checkout of an order', () => {
  it('the answer echoes every field of the order unchanged', async () => {
    const order = {
      id: 'ñandú/1 ?#%&+"\'<>😀',
      number: '#1001',
      amount: '00125.5',
      currency: 'USD',
      description: 'Café de altura ☕',
      customer: { name: 'Ana Ñúñez', email: 'ana@x.hn', phone: '+504 9999', identity_number: '08' },
      metadata: { table: 4, vip: true, note: 'sin azúcar', nothing: null, __proto__: 1 },
    }
    const created = await world.api('POST', '/v1/checkouts', {
      order,
      success_url: 'https://tienda.example/gracias?a=1',
      cancel_url: 'http://localhost:3000/carrito',
      locale: 'en',
    })
    expect(created.status).toBe(201)
    expect(created.body.order).toMatchObject({ ...order, amount: '125.50', conflict: null })
    expect(created.body.payment).toMatchObject({ state: 'pending', currency: 'USD', attempt: 1 })
    const read = await world.api('GET', `/v1/orders/${encodeURIComponent(order.id)}`)
    const { declined, ...answered } = created.body
    expect(declined).toBeNull()
    expect(read.body).toEqual({ ...answered, payments: [answered.payment] })
  })

  it('a repeated request gets 200 with the same payment and link', async () => {
    const id = newId()
    const first = await checkout({ id })
    const second = await checkout({ id, amount: '125,5' })
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
  })

  it('another amount creates a new payment, and the pay link follows it', async () => {
    const id = newId()
    const first = await checkout({ id })
    const second = await checkout({ id, amount: '99.00' })
    expect(second.status).toBe(201)
    expect(second.body.payment).toMatchObject({ attempt: 2, amount: '99.00' })
    expect(second.body.order.amount).toBe('99.00')
    expect(second.body.pay_url).toBe(first.body.pay_url)
    const opened = await fetch(first.body.pay_url, { redirect: 'manual' })
    expect(opened.headers.get('location')).toBe(second.body.payment.checkout_url)
    expect((await checkout({ id, amount: '99.00' })).body.payment.attempt).toBe(2)
    expect((await checkout({ id, currency: 'USD' })).body.payment).toMatchObject({
      attempt: 3,
      currency: 'USD',
    })
  })

  it('a paid order returns its payment for the same amount and refuses another amount', async () => {
    const id = newId()
    const created = await checkout({ id })
    await world.pay(created.body.payment.checkout_url)
    await world.shop.waitFor(({ order }) => order.id === id)
    const again = await checkout({ id })
    expect(again.status).toBe(200)
    expect(again.body).toMatchObject({
      order: { status: 'paid' },
      payment: { id: created.body.payment.id, state: 'paid' },
    })
    for (const change of [{ amount: '1.00' }, { currency: 'USD' }]) {
      expectProblem(await checkout({ id, ...change }), 409, 'order_already_paid')
    }
    expect((await world.api('GET', `/v1/orders/${id}`)).body.order.amount).toBe('125.50')
  })

  it('a checkout can expire', async () => {
    const id = newId()
    const created = await checkout({ id }, { expires_in_minutes: 30 })
    const now = world.puente.ctx.clock.now().getTime()
    const inMs = new Date(created.body.payment.expires_at).getTime() - now
    expect(inMs).toBeGreaterThan(29.9 * 60_000)
    expect(inMs).toBeLessThanOrEqual(30 * 60_000)
    expect((await checkout({ id: newId() })).body.payment.expires_at).toBeNull()
  })

  it('prefill, references and texts reach the gateway', async () => {
    const id = newId()
    const { body } = await checkout({ id, number: '77', customer: { name: 'Ana' } })
    const response = await fetch(
      `${world.sandbox.url}/v1/payments/${body.payment.gateway_payment_id}`,
      { headers: { authorization: 'Bearer sk_test_sandbox' } },
    )
    expect(await response.json()).toMatchObject({
      external_reference: id,
      name: 'Pedido 77',
      customer: { name: 'Ana' },
      metadata: { puente_payment: body.payment.id },
    })
  })
})

describe('reading orders', () => {
  it('another store cannot read the order and may use the same ids', async () => {
    const id = newId()
    const ours = await checkout({ id })
    const otherKey = await connectTestStore(world.puente, { id: 'vecina', notifyUrl: null })
    const asOther = async (path: string, body?: unknown) => {
      const response = await fetch(`${world.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${otherKey}` },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return answerOf(response)
    }
    expectProblem(await asOther(`/v1/orders/${id}`), 404, 'not_found')
    expectProblem(await asOther(`/v1/orders/${id}/timeline`), 404, 'not_found')
    expect((await asOther('/v1/orders')).body).toEqual({ data: [], next_cursor: null })
    const theirs = await asOther('/v1/checkouts', { order: { ...minimal, id } })
    expect(theirs.status).toBe(201)
    expect(theirs.body.pay_url).not.toBe(ours.body.pay_url)
  })

  it.each([
    '/v1/orders/nobody',
    '/v1/orders/nobody/timeline',
    '/v1/orders/%00',
    '/v1/orders/a%00b/timeline',
  ])('%s gets 404', async (path) => {
    expectProblem(await world.api('GET', path), 404, 'not_found')
  })

  it.each([
    ...merchantRoutes
      .filter(({ path }) => path.includes('{'))
      .map(({ method, path }) => ({ method, path: path.replaceAll(/\{\w+\}/g, 'a%00') })),
    { method: 'get' as const, path: '/pay/%00' },
    { method: 'get' as const, path: '/pay/%00/card' },
    { method: 'get' as const, path: '/reports/%00' },
  ])('$method $path with a NUL gets 404', async ({ method, path }) => {
    const verb = ({ get: 'GET', post: 'POST', patch: 'PATCH', delete: 'DELETE' } as const)[method]
    expectProblem(await world.api(verb, path), 404, 'not_found')
  })

  it('the timeline lists what happened, oldest first', async () => {
    const id = newId()
    await checkout({ id })
    await checkout({ id, amount: '7.00' })
    const { body } = await world.api('GET', `/v1/orders/${id}/timeline`)
    const told = body.data.map(({ kind, details }: { kind: string; details: unknown }) => ({
      kind,
      details,
    }))
    expect(told).toMatchObject([
      { kind: 'order_taken', details: { amount: '125.50', currency: 'HNL' } },
      { kind: 'payment_intended', details: { attempt: 1 } },
      { kind: 'payment_created', details: { attempt: 1 } },
      { kind: 'payment_intended', details: { attempt: 2, amount: '7.00' } },
      { kind: 'payment_created', details: { attempt: 2 } },
      { kind: 'order_changed', details: { from: { amount: '125.50' }, to: { amount: '7.00' } } },
    ])
    const times = body.data.map(({ at }: { at: string }) => at)
    expect(times).toEqual(times.toSorted())
  })
})

const dropWebhooks = (drop: number) =>
  fetch(`${world.sandbox.url}/sandbox/faults`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ webhooks: { drop } }),
  })

describe('a waiting customer', () => {
  it('polling by a waiting customer queries the gateway, which pays the order without an event', async () => {
    const id = newId()
    const created = await checkout({ id })
    await dropWebhooks(1)
    await world.pay(created.body.payment.checkout_url)
    await eventually(async () => {
      const { body } = await world.api('GET', `/v1/orders/${id}?ask=1`)
      return body.order.status === 'paid'
    })
    await dropWebhooks(0)
  })
})

describe('listing orders', () => {
  const listed: string[] = []
  let apiKey = ''
  beforeAll(async () => {
    apiKey = await connectTestStore(world.puente, { id: 'lista', notifyUrl: null })
    for (let batch = 0; batch < 5; batch++) {
      await Promise.all(Array.from({ length: 5 }, (_, n) => take(`L-${batch * 5 + n}`)))
    }
  })
  const take = async (id: string) => {
    const body = JSON.stringify({ order: { ...minimal, id, number: `${id.at(-1)}` } })
    const headers = { authorization: `Bearer ${apiKey}` }
    const response = await fetch(`${world.url}/v1/checkouts`, { method: 'POST', headers, body })
    expect(response.status).toBe(201)
    listed.push(id)
  }
  const list = async (query: Record<string, string> | string = {}) => {
    const search = new URLSearchParams(query)
    const headers = { authorization: `Bearer ${apiKey}` }
    const response = await fetch(`${world.url}/v1/orders?${search}`, { headers })
    return answerOf(response)
  }
  const idsOf = ({ body }: ApiAnswer): string[] =>
    body.data.map(({ order }: { order: { id: string } }) => order.id)

  it.each([1, 7, 25, 100])(
    'pages of %i neither skip nor repeat an order while new ones arrive',
    async (limit) => {
      const before = [...listed]
      const seen: string[] = []
      let cursor: string | null = null
      let pages = 0
      do {
        const page = await list({ limit: String(limit), ...(cursor ? { cursor } : {}) })
        expect(page.body.data.length).toBeLessThanOrEqual(limit)
        seen.push(...idsOf(page))
        cursor = page.body.next_cursor
        if (pages++ < 3) await take(`L-${limit}-${pages}`)
      } while (cursor)
      expect(seen.filter((id) => before.includes(id)).toSorted()).toEqual(before.toSorted())
      expect(new Set(seen).size).toBe(seen.length)
    },
  )

  it('orders come newest first, twenty by default', async () => {
    const page = await list()
    expect(page.body.data).toHaveLength(20)
    const times: number[] = page.body.data.map(({ order }: { order: { created_at: string } }) =>
      Date.parse(order.created_at),
    )
    // Concurrent orders differ by milliseconds.
    const SAME_MOMENT_MS = 50
    for (const [index, time] of times.slice(1).entries()) {
      expect(time).toBeLessThanOrEqual((times[index] ?? 0) + SAME_MOMENT_MS)
    }
  })

  it('orders can be filtered by number, status and time', async () => {
    expect(idsOf(await list({ number: '3', limit: '100' })).every((id) => id.endsWith('3'))).toBe(
      true,
    )
    expect(idsOf(await list({ number: 'none' }))).toEqual([])
    expect(idsOf(await list({ number: '\u200bN° 3 ' }))).toEqual(idsOf(await list({ number: '3' })))
    expect(idsOf(await list({ number: '3' })).length).toBeGreaterThan(0)
    expect(idsOf(await list({ status: 'paid' }))).toEqual([])
    expect(idsOf(await list({ status: 'awaiting_payment', limit: '1' }))).toHaveLength(1)
    const [newest] = (await list({ limit: '1' })).body.data
    const at: string = newest.order.created_at
    expect(idsOf(await list({ created_from: at }))).toContain(newest.order.id)
    expect(idsOf(await list({ created_to: at, limit: '100' }))).not.toContain(newest.order.id)
    const local = '2020-01-01T00:00:00-06:00'
    expect(idsOf(await list({ created_to: local }))).toEqual([])
    expect(idsOf(await list({ created_from: local, limit: '1' }))).toHaveLength(1)
  })

  it.each<[string, string]>([
    ['status=settling', 'status'],
    ['status=paid&status=voided', 'status'],
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=many', 'limit'],
    ['limit=', 'limit'],
    ['limit=1.5', 'limit'],
    ['created_from=yesterday', 'created_from'],
    ['created_to=2026-02-30T00:00:00Z', 'created_to'],
    ['created_from=2026-01-01T00:00:00', 'created_from'],
    ['number=a%00b', 'number'],
    ['cursor=nonsense', 'cursor'],
    ['cursor=', 'cursor'],
    ['cursor=%00', 'cursor'],
    ['page=2', 'page'],
  ])('%s is refused by its name', async (query, field) => {
    const answer = await list(query)
    expectProblem(answer, 422, 'invalid_fields')
    expect(pathsOf(answer)).toEqual([field])
  })
})

describe('the OpenAPI document', () => {
  const openApi = async () => (await answerOf(await fetch(`${world.url}/openapi.json`))).body

  it('the document is OpenAPI 3.1 and has every route with its request and answers', async () => {
    const document = await openApi()
    expect(document).toMatchObject({
      openapi: '3.1.0',
      info: { title: expect.any(String), version: expect.any(String) },
      servers: [{ url: world.url }],
      components: { securitySchemes: { storeApiKey: { type: 'http', scheme: 'bearer' } } },
    })
    for (const { method, path, answers, problems, body, isUnkeyed } of merchantRoutes) {
      const operation = document.paths[path][method]
      const ofBody = method === 'post' && !body ? ['422'] : []
      const ofKey = method === 'get' || isUnkeyed ? [] : ['409']
      const declaredBy = [...Object.keys(answers), ...Object.keys(problems), ...ofBody, ...ofKey]
      const statuses = new Set([...declaredBy, '401', '403', '429', '500'])
      expect(Object.keys(operation.responses).toSorted()).toEqual([...statuses].toSorted())
      expect(operation.summary).toEqual(expect.any(String))
      expect(operation.operationId).toEqual(expect.any(String))
      expect(operation.tags).toHaveLength(1)
      expect(operation.requestBody === undefined).toBe(body === undefined)
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const parameters: { name: string; in: string; required: boolean }[] =
        operation.parameters ?? []
      const declared = parameters.filter((parameter) => parameter.in === 'path')
      expect(declared.map(({ name }) => name)).toEqual(inPath)
    }
  })

  it('only requests about personal data keep no answer under an Idempotency-Key', () => {
    const unkeyed = merchantRoutes.filter(({ isUnkeyed }) => isUnkeyed)
    expect(unkeyed.map(({ operationId }) => operationId)).toEqual([
      'exportCustomer',
      'eraseCustomer',
    ])
  })

  it('the document describes each notification type with its signature headers', async () => {
    const { webhooks } = await openApi()
    expect(Object.keys(webhooks).toSorted()).toEqual(
      [...NOTIFICATION_TYPES, 'orders.requested', 'payment_method.saved'].toSorted(),
    )
    for (const type of NOTIFICATION_TYPES) {
      const { summary, parameters, requestBody } = webhooks[type].post
      expect(summary).toEqual(expect.any(String))
      expect(parameters.map(({ name }: { name: string }) => name)).toEqual([
        'webhook-id',
        'webhook-timestamp',
        'webhook-signature',
      ])
      const { properties } = requestBody.content['application/json'].schema
      expect(properties.type.const).toBe(type)
    }
  })

  it('a real notification matches its schema', async () => {
    const id = newId()
    const created = await checkout({ id })
    await world.pay(created.body.payment.checkout_url)
    const { type, order, payment, payments, refunds } = await world.shop.waitFor(
      ({ order }) => order.id === id,
    )
    expect(type).toBe('order.paid')
    const { data } = orderNotification('order.paid').shape
    expect(data.safeParse({ order, payment, payments, refunds }).error).toBeUndefined()
  })

  it('the examples can be sent unchanged', async () => {
    const document = await openApi()
    const { example } = document.components.schemas.CheckoutRequest
    const created = await world.api('POST', '/v1/checkouts', example)
    expect(created.status).toBe(201)
    const { parameters } = document.paths['/v1/orders/{id}'].get
    const { example: id } = parameters.find(({ name }: { name: string }) => name === 'id')
    expect((await world.api('GET', `/v1/orders/${id}`)).body.order).toMatchObject(example.order)
  })

  it('every reference resolves', async () => {
    const document = await openApi()
    const references = JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)
    for (const [, pointer = ''] of references) {
      const keys = pointer.split('/')
      const target = keys.reduce((at, key) => (at as Record<string, unknown>)?.[key], document)
      expect(target, pointer).toBeDefined()
    }
  })

  it('every answer is declared and matches its schema', async () => {
    const id = newId()
    const other = newId()
    const created = await checkout({ id })
    await world.pay(created.body.payment.checkout_url)
    await world.shop.waitFor(({ order }) => order.id === id)
    const calls: [string, ApiAnswer][] = [
      ['/v1/checkouts', created],
      ['/v1/checkouts', await checkout({ id })],
      ['/v1/checkouts', await checkout({ id, amount: '1.00' })],
      ['/v1/checkouts', await checkout({ id: other, currency: 'JPY', amount: '5' })],
      ['/v1/checkouts', await checkout({ id, amount: '0' })],
      ['/v1/checkouts', await sendRaw('{')],
      ['/v1/checkouts', await sendRaw(' '.repeat(300_000))],
      ['/v1/orders', await world.api('GET', '/v1/orders?limit=3')],
      ['/v1/orders', await world.api('GET', '/v1/orders?limit=0')],
      ['/v1/orders', await world.api('GET', '/v1/orders?cursor=x')],
      ['/v1/orders/{id}', await world.api('GET', `/v1/orders/${id}`)],
      ['/v1/orders/{id}', await world.api('GET', `/v1/orders/${other}`)],
      ['/v1/orders/{id}', await world.api('GET', '/v1/orders/nobody')],
      ['/v1/orders/{id}/timeline', await world.api('GET', `/v1/orders/${id}/timeline`)],
      ['/v1/orders/{id}/timeline', await world.api('GET', '/v1/orders/nobody/timeline')],
    ]
    for (const [path, { status, body, headers }] of calls) {
      const route = merchantRoutes.find((candidate) => candidate.path === path)
      const isJson = headers.get('content-type')?.startsWith('application/json')
      const schema = isJson ? route?.answers[status]?.schema : problemDocument
      const declared = isJson ? route?.answers : route?.problems
      expect(declared, `${path} ${status}`).toHaveProperty(String(status))
      expect(schema?.safeParse(body).error, `${path} ${status}`).toBeUndefined()
    }
  })
})

import { describe, expect, it } from 'vitest'
import { merchantOf } from '../../test/support/merchant.ts'
import { useWorld } from '../../test/support/use-world.ts'
import type { Json } from '../../test/support/world.ts'

const world = useWorld()
const merchant = merchantOf(world)
const order = { id: 'E-1', amount: '125.50', currency: 'HNL' }

interface Call {
  method?: string
  path?: string
  headers?: Record<string, string>
  body?: unknown
  /** Sent as it is. */
  raw?: string
}

const send = async ({ method = 'POST', path = '/v1/checkouts', headers, body, raw }: Call) => {
  const response = await fetch(`${world.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${world.apiKey}`, ...headers },
    ...(raw === undefined && body === undefined ? {} : { body: raw ?? JSON.stringify(body) }),
  })
  const answered: Json = await response.json()
  return { status: response.status, headers: response.headers, body: answered }
}
const get = (path: string): Call => ({ method: 'GET', path })
const withKey = (authorization: string): Call => ({
  ...get('/v1/orders'),
  headers: { authorization },
})
const checkout = (fields: object, more: object = {}): Call => ({
  body: { order: { ...order, ...fields }, ...more },
})
const meant = (name: string) => `There is no such field; did you mean "${name}"?`
const LIMIT = 'Must be a whole number between 1 and 100'

const IN_A_FIELD: readonly [string, Call, path: string, message: string][] = [
  ['a misspelled field', checkout({}, { sucess_url: 'x' }), 'sucess_url', meant('success_url')],
  ['a field in camel case', checkout({}, { cancelUrl: 'x' }), 'cancelUrl', meant('cancel_url')],
  ['an amount beside the order', checkout({}, { amount: '1.00' }), 'amount', meant('order.amount')],
  ['a field of another API', checkout({}, { return_url: 'x' }), 'return_url', meant('success_url')],
  ['no order', { body: {} }, 'order', 'Is required'],
  ['no body', {}, 'order', 'Is required'],
  ['no amount', checkout({ amount: undefined }), 'order.amount', 'Is required'],
  ['no id', checkout({ id: undefined }), 'order.id', 'Is required'],
  ['a number as an id', checkout({ id: 7 }), 'order.id', 'Must be a text in quotes, not a number'],
  ['an empty id', checkout({ id: ' ' }), 'order.id', 'Must not be empty'],
  ['a long id', checkout({ id: 'x'.repeat(192) }), 'order.id', 'Must have at most 191 characters'],
  [
    'an id with a dot segment',
    checkout({ id: 'a/../b' }),
    'order.id',
    'Cannot be part of an address: use something visible, without control characters, and no "." or ".."',
  ],
  ['a text as order', { body: { order: 'E' } }, 'order', 'Must be a JSON object, not a text'],
  [
    'a number as amount',
    checkout({ amount: 125.5 }),
    'order.amount',
    'Must be a decimal string such as "125.50"',
  ],
  [
    'an amount with one comma',
    checkout({ amount: '1,250' }),
    'order.amount',
    'Can be read in two ways: write 1250.00 or 1.25',
  ],
  [
    'an amount with three decimals',
    checkout({ amount: '1250.505' }),
    'order.amount',
    'Has more decimals than the currency',
  ],
  [
    'a currency in lower case',
    checkout({ currency: 'hnl' }),
    'order.currency',
    'Must be in upper case: did you mean "HNL"?',
  ],
  [
    'the number of a currency',
    checkout({ currency: '340' }),
    'order.currency',
    'Must be the alphabetic code: did you mean "HNL"?',
  ],
  [
    'a language that Puente lacks',
    checkout({}, { locale: 'fr' }),
    'locale',
    'Must be one of "es", "en", or "auto"',
  ],
  [
    'a mode in upper case',
    checkout({}, { mode: 'HOSTED' }),
    'mode',
    'Must be one of "hosted" or "card_page"; did you mean "hosted"?',
  ],
  [
    'minutes in quotes',
    checkout({}, { expires_in_minutes: '10' }),
    'expires_in_minutes',
    'Must be a whole number between 1 and 525600, without quotes',
  ],
  [
    'an address without a scheme',
    checkout({}, { success_url: 'shop.example/thanks' }),
    'success_url',
    'Must be an http or https address',
  ],
  ['a limit of 0', get('/v1/orders?limit=0'), 'limit', LIMIT],
  ['a limit of 1000', get('/v1/orders?limit=1000'), 'limit', LIMIT],
  ['a limit in words', get('/v1/orders?limit=all'), 'limit', LIMIT],
  ['a page number', get('/v1/orders?page=2'), 'page', meant('cursor')],
  [
    'a day as a time',
    get('/v1/orders?created_from=2026-05-04'),
    'created_from',
    'Must be a time with its offset from UTC, such as "2026-05-04T12:30:00Z"',
  ],
]

describe('a plausible mistake in a field', () => {
  it.each(IN_A_FIELD)('%s is explained in our words', async (_, call, path, message) => {
    const { status, body } = await send(call)
    expect([status, body.code]).toEqual([422, 'invalid_fields'])
    expect(body.errors).toEqual([{ path, message }])
    expect(body.type).toBe(`${world.url}/docs/errors/invalid_fields`)
  })

  it.each(IN_A_FIELD)('%s is explained in Spanish without English words', async (_, call) => {
    const { body } = await send({ ...call, headers: { 'accept-language': 'es' } })
    const words = body.errors.map(({ message }: Json) => message).join()
    expect(words).not.toMatch(/\b(must|is|required|invalid|field|expected|received|one of)\b/i)
  })

  it('a range and a choice read well in Spanish', async () => {
    const call = get('/v1/orders?limit=0&status=Paid')
    const { body } = await send({ ...call, headers: { 'accept-language': 'es' } })
    expect(body.errors).toEqual([
      {
        path: 'status',
        message: expect.stringMatching(/^Debe ser uno de .*quiso decir "paid"\?$/),
      },
      { path: 'limit', message: 'Debe ser un número entero entre 1 y 100' },
    ])
  })
})

describe('a plausible mistake in a request', () => {
  it.each<[string, Call, string]>([
    [
      'a form',
      {
        raw: 'order[id]=E-1&order[amount]=125.50',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      'The body is a form (application/x-www-form-urlencoded); this API reads JSON only',
    ],
    [
      'a comma too many',
      { raw: '{"order":{},}' },
      'The body is not readable JSON: syntax error at line 1, column 13',
    ],
    ['half a body', { raw: '{"order":' }, 'The body ends before its JSON is complete'],
    ['a bare text', { raw: '"order"' }, 'The body is a bare value; send a JSON object'],
  ])('%s in place of a JSON object is named', async (_, call, message) => {
    const { status, body } = await send(call)
    expect([status, body.code]).toEqual([422, 'invalid_json'])
    expect(body.errors).toEqual([{ path: '', message }])
  })

  it.each([
    ['PUT', '/v1/checkouts', 'POST'],
    ['GET', '/v1/checkouts', 'POST'],
    ['DELETE', '/v1/orders/E-1', 'GET, HEAD'],
    ['PUT', '/v1/store', 'GET, HEAD, PATCH'],
    ['PUT', '/operator/v1/orders', 'GET, HEAD'],
  ])('%s %s gets 405 with the methods that exist', async (method, path, allow) => {
    const answer = await send({ method, path })
    expect([answer.status, answer.body.code]).toEqual([405, 'method_not_allowed'])
    expect(answer.headers.get('allow')).toBe(allow)
    expect(answer.body.detail).toBe(`It accepts ${allow}.`)
  })

  it.each([
    ['/v1/checkout', '/v1/checkouts'],
    ['/checkouts', '/v1/checkouts'],
    ['/v1/order/E-1/refund', '/v1/orders/{id}/refunds'],
  ])('the path %s gets a suggestion', async (path, suggested) => {
    const { status, body } = await send({ path, body: { order } })
    expect(status).toBe(404)
    expect(body.detail).toContain(`Did you mean ${suggested}?`)
  })
})

describe('a plausible mistake with the API key', () => {
  it.each<[string, () => Call, string]>([
    [
      'in another header',
      () => ({ ...get('/v1/orders'), headers: { authorization: '', 'x-api-key': world.apiKey } }),
      'Puente ignores the header "x-api-key".',
    ],
    ['without a scheme', () => withKey(world.apiKey), '"Bearer " is missing before the key.'],
    ['by Basic', () => withKey('Basic cHVlbnRlOg=='), 'Basic authentication is not accepted.'],
    ['of the gateway', () => withKey('Bearer sk_test_sandbox'), 'This is a key of the gateway.'],
    ['in quotes', () => withKey(`Bearer "${world.apiKey}"`), 'The key is in quotes or brackets'],
    ['of another environment', () => withKey('Bearer puente_live_abcdefgh'), 'this live key'],
    ['of another installation', () => withKey('Bearer puente_test_abcdefgh'), 'this test key'],
  ])('a key %s is explained, and never repeated', async (_, call, words) => {
    const { status, body } = await send(call())
    expect([status, body.code]).toEqual([401, 'wrong_api_key'])
    expect(body.detail).toContain(words)
    expect(JSON.stringify(body)).not.toContain(world.apiKey)
  })
})

describe('a plausible mistake with an order', () => {
  it('another checkout of a paid or voided order asks for another order id', async () => {
    const { id } = await merchant.paid()
    const again = () => merchant.checkout(id, { amount: '7.00' })
    const paid = await again()
    expect([paid.status, paid.body.code]).toEqual([409, 'order_already_paid'])
    expect(paid.body.detail).toContain('For another charge, use another order id.')
    await merchant.refundInFull(id)
    await merchant.readWhen(id, (now) => now.order.status === 'voided')
    const voided = await again()
    expect([voided.status, voided.body.code]).toEqual([409, 'order_already_paid'])
    expect(voided.body.detail).toContain('To charge the customer again, use another order id.')
  })

  it('a cancelled order asks for another order id', async () => {
    const { id } = await merchant.open()
    await merchant.cancel(id)
    const { status, body } = await merchant.checkout(id)
    expect([status, body.code]).toEqual([409, 'order_cancelled'])
    expect(body.detail).toContain('another order id')
  })

  it('a refund above the rest names the rest', async () => {
    const { id } = await merchant.paid()
    const { status, body } = await merchant.refundInFull(id, { amount: '900.00' })
    expect([status, body.code]).toEqual([422, 'refund_above_rest'])
    expect(body.detail).toContain('Request that amount or less.')
  })

  it('a refusal of the gateway is explained in English, with its own words apart', async () => {
    const { body } = await merchant.checkout('E-2', { amount: '500', currency: 'JPY' })
    expect(body).toMatchObject({
      code: 'refused_by_gateway',
      title: 'The gateway account does not accept this currency',
      errors: [{ path: 'order.currency', message: 'The gateway refused this value' }],
      gateway_message: expect.any(String),
    })
    const { gateway_message, order: _, ...english } = body
    expect(JSON.stringify(english)).not.toContain(gateway_message)
  })
})

describe('the type of an error', () => {
  it('leads to a page with its cause and fix', async () => {
    const { body } = await send(get('/v1/nothing'))
    const page = await fetch(body.type, { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    expect(await page.text()).toMatch(/not_found[\s\S]*Cause[\s\S]*Fix/)
  })

  it('an unknown code has no page', async () => {
    expect((await fetch(`${world.url}/docs/errors/nonsense`)).status).toBe(404)
  })
})

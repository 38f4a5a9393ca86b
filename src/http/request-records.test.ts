import { expect, it } from 'vitest'
import { useWorld } from '../../test/support/use-world.ts'
import { eventually, TEST_STORE } from '../../test/support/world.ts'
import { findApiRequests } from '../db/requests/api-requests.ts'

const world = useWorld()

const recordOf = (id: string) =>
  eventually(async () => {
    const [found] = await findApiRequests(world.puente.ctx.db.query, id)
    return found
  })

it('a checkout is found by its request id, without customer, card data and keys', async () => {
  const order = {
    id: 'Q-1',
    amount: '125.50',
    currency: 'HNL',
    description: 'For Ana, at home',
    customer: { name: 'Ana Mejía', email: 'ana@example.hn', phone: '99999999' },
    metadata: { address: 'Calle 1' },
  }
  const headers = { 'x-request-id': 'shop-q-1', 'idempotency-key': 'checkout-q-1' }
  const answer = await world.api('POST', '/v1/checkouts', { order }, headers)
  expect(answer.status).toBe(201)
  const record = await recordOf('shop-q-1')
  expect(record).toMatchObject({
    store_id: TEST_STORE,
    actor: { kind: 'api_key' },
    operation: 'createCheckout',
    method: 'POST',
    path: '/v1/checkouts',
    idempotency_key: 'checkout-q-1',
    request: { order: { id: 'Q-1', amount: '125.50', currency: 'HNL' } },
    status: 201,
    problem: null,
  })
  const text = JSON.stringify(record)
  expect(text).not.toMatch(/Ana|example\.hn|99999999|Calle/)
  expect(text).not.toContain(world.apiKey)
})

it('a refused request is recorded with the reason', async () => {
  const { headers } = await world.api('GET', '/v1/orders?limit=0')
  const record = await recordOf(headers.get('x-request-id') ?? '')
  expect(record).toMatchObject({
    operation: 'listOrders',
    status: 422,
    problem: {
      code: 'invalid_fields',
      errors: [{ path: 'limit', message: 'Must be a whole number between 1 and 100' }],
    },
  })
})

it.each([
  ['a card number in a field', '{"order":{"id":"Q-2","amount":"4111111111111111","sku":"4111111111111111"}}'],
  ['a card number in a list', '[4111111111111111]'],
  ['a number that looks like no card code', '{"cvc":1e21}'],
  ['a name with a control character', '{"a\\u0000b\\ud800":1}'],
  ['a customer under another name', '{"buyer":{"email":"eva@example.hn"},"email":"eva@example.hn"}'],
])('a refused request with %s is recorded by its mistakes alone', async (_, body) => {
  const headers = { authorization: `Bearer ${world.apiKey}`, 'content-type': 'application/json' }
  const answer = await fetch(`${world.url}/v1/checkouts`, { method: 'POST', headers, body })
  expect(answer.status).toBe(422)
  const record = await recordOf(answer.headers.get('x-request-id') ?? '')
  expect(record).toMatchObject({ request: null, status: 422 })
  expect(JSON.stringify(record)).not.toMatch(/4111111111111111|1e21|eva@/)
})

it('a request whose caller left is recorded as abandoned', async () => {
  const order = { id: 'Q-3', amount: '1.00', currency: 'HNL' }
  const leaving = new AbortController()
  const call = fetch(`${world.url}/v1/checkouts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.apiKey}`, 'x-request-id': 'left-1' },
    body: JSON.stringify({ order }),
    signal: leaving.signal,
  })
  setTimeout(() => leaving.abort(), 2)
  await call.catch(() => {})
  expect([201, 499]).toContain((await recordOf('left-1')).status)
})

it('a long request is recorded without its body', async () => {
  const metadata = Object.fromEntries(
    Array.from({ length: 50 }, (_, index) => [`name-${index}`, 'x'.repeat(400)]),
  )
  const order = { id: 'Q-4', amount: '1.00', currency: 'HNL', metadata }
  const answer = await world.api('POST', '/v1/checkouts', { order })
  expect(answer.status).toBe(201)
  expect(await recordOf(answer.headers.get('x-request-id') ?? '')).toMatchObject({ request: null })
})

it('a request that only reads is not recorded, nor one of a stranger', async () => {
  const read = await world.api('GET', '/v1/orders')
  const stranger = await fetch(`${world.url}/v1/orders`, { headers: { authorization: 'Bearer x' } })
  await world.api('GET', '/v1/orders?limit=0', undefined, { 'x-request-id': 'last-one' })
  await recordOf('last-one')
  for (const { headers } of [read, stranger]) {
    const id = headers.get('x-request-id') ?? ''
    expect(await findApiRequests(world.puente.ctx.db.query, id)).toEqual([])
  }
})

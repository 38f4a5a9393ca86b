import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPaymentBody } from '../../sandbox/bodies/create-payment.ts'
import { type Harness, order, startHarness } from '../contract/support/harness.ts'

let gateway: Harness
beforeAll(async () => {
  gateway = await startHarness()
})
afterAll(() => gateway.close())

const anyValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double().map(String),
  fc.constantFrom('\u0000', '\ud800', '9'.repeat(400), 1e300, -0, '0x10', '__proto__'),
)

const field = fc.constantFrom(...Object.keys(createPaymentBody.shape), '__proto__', 'constructor')

const fields = fc
  .array(fc.tuple(field, anyValue), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries))

test('whatever a body holds, POST /payments answers 201 or 422', async () => {
  await fc.assert(
    fc.asyncProperty(fields, async (some) => {
      const { status } = await gateway.call('POST', '/v1/payments', { body: { ...order, ...some } })
      expect([201, 422]).toContain(status)
    }),
    { numRuns: 300 },
  )
})

test('whatever a query holds, GET /payments answers 200 or 422', async () => {
  const names = fc.constantFrom(
    'page',
    'per_page',
    'status',
    'external_reference',
    'from',
    'to',
    'x',
  )
  const query = fc.array(fc.tuple(names, fc.string({ unit: 'binary', maxLength: 30 })))
  await fc.assert(
    fc.asyncProperty(query, async (pairs) => {
      const search = new URLSearchParams(pairs).toString()
      const { status } = await gateway.call('GET', `/v1/payments?${search}`)
      expect([200, 422]).toContain(status)
    }),
    { numRuns: 150 },
  )
})

test('whatever is posted to the control routes and the hosted page, nothing answers 500', async () => {
  const { checkout_url } = await gateway.createPayment()
  const paths = fc.constantFrom(
    '/sandbox/pay',
    '/sandbox/endpoints',
    '/sandbox/endpoints/x/rotate',
    new URL(checkout_url).pathname,
    `${new URL(checkout_url).pathname}?lang=xx&declined=%00&paid=%00`,
  )
  const bodies = fc.oneof(
    anyValue.map((value) => JSON.stringify(value)),
    fc.string({ unit: 'binary' }),
    fc.record({ payment_id: anyValue, card: anyValue }).map((value) => JSON.stringify(value)),
    fc.constantFrom('number=%00&cvc=1', 'tip=custom&tip_custom=1e9&form_key=x', '%zz=%zz&&='),
  )
  const types = fc.constantFrom('application/json', 'application/x-www-form-urlencoded', '')
  await fc.assert(
    fc.asyncProperty(paths, bodies, types, async (path, body, type) => {
      const headers = { 'content-type': type }
      const answer = await gateway.call('POST', path, { key: null, body, headers })
      expect(answer.status).toBeLessThan(500)
    }),
    { numRuns: 200 },
  )
})

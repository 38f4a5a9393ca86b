import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPaymentInput } from '../../sandbox/gateway/bodies/create-payment.ts'
import { defaultProfile } from '../../sandbox/gateway/profile.ts'
import { CARDS, order, PUBLISHABLE_KEY, testCard } from '../contract/support/harness.ts'
import { useGateway } from '../support/use-world.ts'
import { anyRequest, anyValue, type Known, send } from './support/any-request.ts'

/** A request may reset everything, so each round starts over. */
const ROUNDS = 6

const gateway = useGateway()

const everythingThereIs = async (): Promise<Known> => {
  await gateway.control('POST', '/reset')
  const endpoint = await gateway.addEndpoint('http://127.0.0.1:9/')
  const open = await gateway.createPayment({
    tip_enabled: true,
    tip_customer_selectable: true,
    reusable: true,
  })
  const challenged = await gateway.createPayment()
  const challenge = await gateway.pay({ payment_id: challenged.id, number: CARDS.challenge })
  const paid = await gateway.payNew()
  const settled = await gateway.payNew()
  await gateway.settle()
  const token = await gateway.token({ customer: { identity_number: '1' }, save_card: true })
  const card = testCard(CARDS.approved)
  const typed = { number: card.number, expiry: '12/60', cvc: card.cvc, holder: 'Ana' }
  const direct = {
    amount: 1,
    currency_code: 'HNL',
    payment_token: token,
    publishable_key: PUBLISHABLE_KEY,
  }
  const saved = await gateway.call('POST', '/embed/v1/confirm', { body: direct })
  expect(saved.status).toBe(200)
  const { body: methods } = await gateway.call(
    'GET',
    '/v1/payment-methods?customer[identity_number]=1',
  )
  const transaction_id = paid.transactionId
  return {
    ids: [
      ...[open.id, challenged.id, paid.id].map(String),
      ...[paid.transactionId, settled.transactionId, challenge.body.transaction_id],
      new URL(open.checkout_url).pathname.split('/').at(-1) ?? '',
      methods.data[0].id,
      await gateway.token({ customer: { identity_number: '1' } }),
      endpoint.id,
      ...['1', 'card-fields.js', `${paid.transactionId}.pdf`],
    ],
    queries: [new URL(challenge.body.authentication_url).search.slice(1), 'status=paid&page=1'],
    bodies: {
      'POST /v1/payments': { ...order, tip_enabled: true, tip_customer_selectable: true },
      'POST /v1/payments/:id/refund': { amount: 1 },
      'POST /v1/payments/:id/void': { reason: 'x' },
      'POST /v1/payment-methods/:id/charge': { amount: 1 },
      'POST /v1/payments/token-charge': { amount: 1, payment_token: methods.data[0].id },
      'POST /embed/v1/confirm': { ...direct, payment_token: await gateway.token() },
      'POST /embed/v1/tokens': { publishable_key: PUBLISHABLE_KEY, card },
      'POST /checkout/:id': typed,
      'POST /3ds/:id': { outcome: 'authenticated' },
      'POST /portal/:env/transactions/:id/refund': { amount: '1', reason: 'x' },
      'POST /portal/:env/endpoints': { url: 'http://127.0.0.1:9/x' },
      'POST /sandbox/pay': { payment_id: open.id, card },
      'POST /sandbox/tokens': { publishable_key: PUBLISHABLE_KEY, card, save_card: true },
      'POST /sandbox/challenges/:id': { outcome: 'failed' },
      'POST /sandbox/clock': { advance_seconds: 60 },
      'POST /sandbox/endpoints': { environment: 'test', url: 'http://127.0.0.1:9/x' },
      'POST /sandbox/portal/void': { transaction_id },
      'POST /sandbox/portal/refund': { transaction_id: settled.transactionId, amount: 1 },
      'POST /sandbox/portal/disable': { payment_id: challenged.id },
    },
  }
}

const field = fc.constantFrom(...Object.keys(createPaymentInput.shape), '__proto__', 'constructor')

const fields = fc
  .array(fc.tuple(field, anyValue), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries))

test('POST /payments returns 201 or 422 for any body', async () => {
  await fc.assert(
    fc.asyncProperty(fields, async (some) => {
      const { status } = await gateway.call('POST', '/v1/payments', { body: { ...order, ...some } })
      expect([201, 422]).toContain(status)
    }),
    { numRuns: 150 },
  )
})

test('GET /payments returns 200 or 422 for any query', async () => {
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
    { numRuns: 100 },
  )
})

const severalAtOnce = (known: Known) => fc.array(anyRequest(known), { minLength: 8, maxLength: 8 })

test('no request to any route returns 500, and payments still work', async () => {
  const statuses = new Map<number, number>()
  for (let round = 1; round <= ROUNDS; round++) {
    const known = await everythingThereIs()
    await fc.assert(
      fc.asyncProperty(severalAtOnce(known), async (requests) => {
        const answers = requests.map((request) => send(gateway.sandbox.url, request))
        for (const { status } of await Promise.all(answers)) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          expect(status).toBeLessThan(500)
        }
      }),
      { numRuns: 60 },
    )
  }
  // Some requests must pass the first check.
  for (const status of [200, 201, 303, 401, 404, 422]) {
    expect(statuses.get(status) ?? 0, `answers with status ${status}`).toBeGreaterThan(0)
  }
  await gateway.control('POST', '/reset')
  const { id } = await gateway.payNew()
  expect((await gateway.getPayment(id)).status).toBe('paid')
})

test('the control routes return 200 or 422 for any faults and profile', async () => {
  const probability = fc.oneof(fc.constantFrom(0, 1, 2, -1, '1', null), fc.double())
  const faults = fc.record(
    {
      seed: anyValue,
      webhooks: fc.dictionary(
        fc.constantFrom('drop', 'tamper', 'delay', 'delay_seconds'),
        probability,
      ),
      api: fc.dictionary(
        fc.constantFrom('error_500', 'latency_ms', 'only', 'retry_after'),
        fc.oneof(probability, anyValue, fc.constant('POST /v1/none')),
      ),
      next: fc.array(
        fc.record({
          on: fc.oneof(fc.constantFrom('payment.approved', 'GET /v1/none'), anyValue),
          fault: fc.oneof(fc.constantFrom('drop', 'error_500', 'latency'), anyValue),
        }),
        { maxLength: 3 },
      ),
    },
    { requiredKeys: [] },
  )
  const profile = fc.dictionary(
    fc.constantFrom(...Object.keys(defaultProfile), 'x'),
    fc.oneof(anyValue, fc.boolean(), fc.integer({ min: 0, max: 500 })),
    { maxKeys: 3 },
  )
  await fc.assert(
    fc.asyncProperty(faults, profile, async (someFaults, someProfile) => {
      for (const [path, body] of [
        ['faults', someFaults],
        ['profile', someProfile],
      ] as const) {
        const answer = await gateway.call('PUT', `/sandbox/${path}`, { key: null, body })
        expect([200, 422]).toContain(answer.status)
      }
    }),
    { numRuns: 60 },
  )
  await gateway.control('POST', '/reset')
  expect((await gateway.payNew()).transactionId).toEqual(expect.any(String))
})

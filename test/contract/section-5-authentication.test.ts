import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { LIVE_KEY, PUBLISHABLE_KEY, TEST_KEY } from './support/harness.ts'
import { NO_TRANSACTION } from './support/shapes.ts'
import { bothEnvironmentsTest, controlledTest } from './support/target.ts'

const ROUTES = [
  ['GET', '/v1/me'],
  ['GET', '/v1/payments'],
  ['POST', '/v1/payments'],
  ['GET', '/v1/payments/1'],
  ['POST', `/v1/payments/${NO_TRANSACTION}/void`],
  ['POST', `/v1/payments/${NO_TRANSACTION}/refund`],
  ['GET', `/v1/payments/${NO_TRANSACTION}/receipt`],
  ['GET', `/v1/payments/${NO_TRANSACTION}/receipt/download`],
  ['GET', '/v1/payment-methods'],
  ['DELETE', '/v1/payment-methods/pm_nobody'],
  ['POST', '/v1/payment-methods/pm_nobody/charge'],
  ['POST', '/v1/payments/token-charge'],
  ['POST', '/embed/v1/confirm'],
] as const

describe('5. Authentication', () => {
  const gateway = useGateway()

  describe.each(ROUTES)('5.1 %s %s', (method, path) => {
    test.each([
      ['no header', undefined],
      ['an unknown key', 'Bearer sk_test_of_nobody'],
      ['a publishable key', `Bearer ${PUBLISHABLE_KEY}`],
      ['another scheme', `Basic ${TEST_KEY}`],
      ['a key without its scheme', TEST_KEY],
      ['an empty key', 'Bearer '],
    ])('a request with %s gets 401', async (_, authorization) => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
      const answer = await gateway.call(method, path, { key: null, headers })
      expect(answer.status).toBe(401)
      expect(answer.headers.get('content-type')).toMatch(/json/)
    })

    test('a valid key does not get 401', async () => {
      expect((await gateway.call(method, path)).status).not.toBe(401)
    })
  })

  test('5.1 401 precedes body validation', async () => {
    const answer = await gateway.call('POST', '/v1/payments', { key: null, body: '{' })
    expect(answer.status).toBe(401)
  })

  test('5.1 a key in the query does not authenticate', async () => {
    const inQuery = await gateway.call('GET', `/v1/me?api_key=${TEST_KEY}`, { key: null })
    expect(inQuery.status).toBe(401)
  })

  bothEnvironmentsTest('5.2 the key prefix alone selects the environment', async () => {
    const test = await gateway.createPayment()
    const live = await gateway.createPayment({}, LIVE_KEY)
    expect((await gateway.call('GET', `/v1/payments/${test.id}`)).status).toBe(200)
    expect((await gateway.call('GET', `/v1/payments/${live.id}`, { key: LIVE_KEY })).status).toBe(
      200,
    )
    const foreign = await gateway.call('GET', `/v1/payments/${live.id}`)
    expect(foreign).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
  })

  controlledTest('5.4 an unprovisioned sandbox gets 422 sandbox_terminal_unavailable', async () => {
    await gateway.withProfile({ sandbox_terminal: false }, async () => {
      const answer = await gateway.call('POST', '/v1/payments', {
        body: { amount: 1, external_reference: 'x', name: 'x' },
      })
      expect(answer).toMatchObject({
        status: 422,
        body: { code: 'sandbox_terminal_unavailable' },
      })
    })
    expect((await gateway.createPayment()).status).toBe('pending')
  })
})

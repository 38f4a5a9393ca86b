import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { LIVE_KEY } from './support/harness.ts'
import { NO_PAYMENT, NO_TRANSACTION } from './support/shapes.ts'
import { bothEnvironmentsTest, controlledTest } from './support/target.ts'

describe('4.4 GET /payments/{id}', () => {
  const gateway = useGateway()

  test('a known id gets 200 with the payment', async () => {
    const created = await gateway.createPayment({ description: 'Dos libros' })
    const answer = await gateway.call('GET', `/v1/payments/${created.id}`)
    expect(answer.status).toBe(200)
    const { id, checkout_url, total, description } = created
    expect(answer.body).toMatchObject({ id, checkout_url, total, description })
  })

  controlledTest('the payment shows its current state', async () => {
    const { id, transactionId } = await gateway.payNew()
    expect((await gateway.getPayment(id)).status).toBe('paid')
    await gateway.call('POST', `/v1/payments/${transactionId}/void`)
    expect((await gateway.getPayment(id)).status).toBe('voided')
  })

  test.each([String(NO_PAYMENT), '99999999999999999999'])(
    'the unknown id %s gets 404 payment_not_found',
    async (id) => {
      const answer = await gateway.call('GET', `/v1/payments/${id}`)
      expect(answer).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
    },
  )

  test.each(['-1', 'abc', '%00', '1e3', NO_TRANSACTION])(
    'the malformed id %s gets 404',
    async (id) => {
      expect((await gateway.call('GET', `/v1/payments/${id}`)).status).toBe(404)
    },
  )

  bothEnvironmentsTest('an id from the other environment gets 404 payment_not_found', async () => {
    const test = await gateway.createPayment()
    const live = await gateway.createPayment({}, LIVE_KEY)
    const answers = [
      await gateway.call('GET', `/v1/payments/${live.id}`),
      await gateway.call('GET', `/v1/payments/${test.id}`, { key: LIVE_KEY }),
    ]
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
    }
  })

  test('a request without a key gets 401', async () => {
    const { id } = await gateway.createPayment()
    expect((await gateway.call('GET', `/v1/payments/${id}`, { key: null })).status).toBe(401)
  })
})

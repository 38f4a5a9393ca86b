import { describe, expect, test } from 'vitest'
import { order } from '../contract/support/harness.ts'
import { useGateway } from '../support/use-world.ts'

describe('rejections', () => {
  const gateway = useGateway()

  const english = { 'accept-language': 'en' }
  const refund = (transactionId: string, amount: number) =>
    gateway.call('POST', `/v1/payments/${transactionId}/refund`, {
      body: { amount },
      headers: english,
    })

  test('a refund of a voided charge names the void, not the amount', async () => {
    const { transactionId } = await gateway.payNew()
    await gateway.call('POST', `/v1/payments/${transactionId}/void`)
    const { status, body } = await refund(transactionId, 1)
    const reason = 'A voided transaction cannot be refunded.'
    expect([status, body]).toEqual([422, { message: reason, errors: { refund: [reason] } }])
  })

  test('a refund of a fully refunded charge names that first', async () => {
    const { transactionId } = await gateway.payNew()
    await gateway.settle()
    await refund(transactionId, 100)
    const { status, body } = await refund(transactionId, 1)
    expect([status, body.message]).toEqual([422, 'The transaction is already refunded in full.'])
    expect(Object.keys(body.errors)[0]).toBe('refund')
  })

  test.each([
    ['DELETE', '/v1/payment-methods/pm_missing', undefined],
    ['POST', '/v1/payment-methods/pm_missing/charge', { amount: 1 }],
  ])(
    '%s %s names the payment method in its message, independent of the code',
    async (method, path, body) => {
      const about = async (language: string) => {
        const headers = { 'idempotency-key': `missing ${language}`, 'accept-language': language }
        const answer = await gateway.call(method, path, { body, headers })
        expect(answer).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
        return answer.body.message
      }
      expect(await about('es')).toBe('No se encontró el método de pago.')
      expect(await about('en')).toBe('The payment method was not found.')
    },
  )

  test.each([
    ['/v1/payment-methods/pm_1/charge', 'payment_method_id'],
    ['/v1/payments/token-charge', 'payment_token'],
  ])('while saved cards are disabled, %s says so for a body of any size', async (path, field) => {
    const body = { metadata: { text: 'x'.repeat(1_200_000) } }
    await gateway.withProfile({ tokenized_charge: false }, async () => {
      const answer = await gateway.call('POST', path, { body })
      expect(answer).toMatchObject({ status: 422, body: { code: 'tokenized_charge_disabled' } })
      expect(Object.keys(answer.body.errors)).toEqual([field])
    })
    expect((await gateway.call('POST', path, { body })).status).toBe(413)
  })

  test.each(['1e300', '1e400', '-1e300', '"1e300"', '123456789012345678901234567890'])(
    'an amount of %s is too large',
    async (amount) => {
      const body = JSON.stringify(order).replace('100', amount)
      const { status, body: answer } = await gateway.call('POST', '/v1/payments', {
        body,
        headers: english,
      })
      const text = 'The amount field is too large to be represented exactly.'
      expect([status, answer.errors]).toEqual([422, { amount: [text] }])
    },
  )

  test.each(['"Infinity"', '"1e"', '"e300"', '"0x10"', '"abc"', 'true'])(
    'an amount of %s is not a number',
    async (amount) => {
      const body = JSON.stringify(order).replace('100', amount)
      const answer = await gateway.call('POST', '/v1/payments', { body, headers: english })
      expect(answer.body.errors).toEqual({ amount: ['The amount field must be a number.'] })
    },
  )
})

import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { CARDS, order, PUBLISHABLE_KEY, uniqueReference } from './support/harness.ts'
import { confirmBody, saveCard } from './support/saved-cards.ts'
import { NO_PAYMENT, NO_TRANSACTION } from './support/shapes.ts'
import { controlledTest } from './support/target.ts'

describe('7. Errors', () => {
  const gateway = useGateway()

  const codeOf = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const { status, body } = await gateway.call(method, path, { headers })
    return [status, body.code]
  }

  test('the code distinguishes the three kinds of 404', async () => {
    expect(await codeOf('GET', `/v1/payments/${NO_PAYMENT}`)).toEqual([404, 'payment_not_found'])
    expect(await codeOf('GET', `/v1/payments/${NO_PAYMENT}/receipt`)).toEqual([
      404,
      'transaction_id_expected',
    ])
    expect(await codeOf('GET', '/v1/nowhere')).toEqual([404, 'not_found'])
  })

  test('an unknown UUID on a transaction route gets payment_not_found', async () => {
    expect(await codeOf('GET', `/v1/payments/${NO_TRANSACTION}/receipt`)).toEqual([
      404,
      'payment_not_found',
    ])
  })

  test.each([
    ['GET', '/v1/nowhere'],
    ['GET', '/v1/payments/1/2/3'],
    ['POST', '/v1/refunds'],
    ['POST', `/v1/payments/${NO_TRANSACTION}/capture`],
    ['GET', '/v1/customers'],
    ['POST', '/v1/confirm'],
    ['GET', '/embed/v1/nowhere'],
  ])(
    '%s %s is not in the router and gets not_found, in English for every language',
    async (method, path) => {
      const messages = await Promise.all(
        ['es', 'en', ''].map(async (language) => {
          const answer = await gateway.call(method, path, {
            headers: { 'accept-language': language },
          })
          expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
          return answer.body.message
        }),
      )
      expect(messages[0]).toMatch(/route/i)
      expect(messages[0]).toMatch(/not be found|not found/i)
      expect(new Set(messages).size).toBe(1)
    },
  )

  test('401, 404 and 422 messages are localised', async () => {
    const messagesIn = async (language: string) => {
      const headers = { 'accept-language': language }
      const notFound = await gateway.call('GET', `/v1/payments/${NO_PAYMENT}`, { headers })
      const expected = await gateway.call('GET', '/v1/payments/1/receipt', { headers })
      const invalid = await gateway.call('POST', '/v1/payments', { headers, body: {} })
      return [
        notFound.body.message,
        expected.body.message,
        JSON.stringify(invalid.body.errors.amount),
        JSON.stringify(invalid.body.errors.name),
      ]
    }
    const [spanish, english] = [await messagesIn('es'), await messagesIn('en')]
    for (const [index, text] of spanish.entries()) expect(english[index]).not.toBe(text)
  })

  test.each(['amount', 'name', 'external_reference'])(
    'a 422 carries errors, an object keyed by field: %s',
    async (field) => {
      const answer = await gateway.call('POST', '/v1/payments', { body: { ...order, [field]: {} } })
      expect(answer.status).toBe(422)
      expect(Array.isArray(answer.body.errors)).toBe(false)
      expect(Object.keys(answer.body.errors)).toEqual([field])
      expect(JSON.stringify(answer.body.errors[field]).length).toBeGreaterThan(4)
    },
  )

  test('7.4 a missing field, a wrong type and wrong-typed metadata get 422', async () => {
    const create = (body: object) => gateway.call('POST', '/v1/payments', { body })
    const missing = await create({ amount: 1, external_reference: 'x' })
    const wrong = await create({ ...order, reusable: 'maybe' })
    const metadata = await create({ ...order, metadata: 'x' })
    expect([missing, wrong, metadata].map(({ status }) => status)).toEqual([422, 422, 422])
    expect(
      Object.keys({ ...missing.body.errors, ...wrong.body.errors, ...metadata.body.errors }),
    ).toEqual(['name', 'reusable', 'metadata'])
  })

  test('7.5 dropped unknown fields are not errors', async () => {
    const body = { ...order, external_reference: uniqueReference(), unknown: { deep: true } }
    const answer = await gateway.call('POST', '/v1/payments', { body })
    expect(answer.status).toBe(201)
    expect(answer.body).not.toHaveProperty('errors')
  })

  test.each(['{', '[]', '"text"', 'null', '12', '\u0000'])(
    'a body that is not a JSON object gets a 4xx: %j',
    async (body) => {
      const answer = await gateway.call('POST', '/v1/payments', { body })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.status).toBeLessThan(500)
    },
  )

  test('the text of success_redirect_url_invalid claims that http is allowed in local development', async () => {
    const confirm = (language: string) =>
      gateway.call('POST', '/embed/v1/confirm', {
        body: {
          ...confirmBody('tok_x', PUBLISHABLE_KEY),
          success_redirect_url: 'http://localhost',
        },
        headers: { 'accept-language': language },
      })
    const answer = await confirm('en')
    expect(answer).toMatchObject({ status: 422, body: { code: 'success_redirect_url_invalid' } })
    expect(JSON.stringify(answer.body)).toMatch(/local/i)
  })

  controlledTest('7.1 void rejections are under errors.void', async () => {
    const { transactionId } = await gateway.payNew()
    await gateway.settle()
    const answer = await gateway.call('POST', `/v1/payments/${transactionId}/void`)
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ['void']])
  })

  controlledTest('7.2 refund rejections are under errors.amount and errors.refund', async () => {
    const { transactionId } = await gateway.payNew()
    await gateway.settle()
    const path = `/v1/payments/${transactionId}/refund`
    const above = await gateway.call('POST', path, { body: { amount: 101 } })
    expect([above.status, Object.keys(above.body.errors)]).toEqual([422, ['amount']])
    const { transactionId: voided } = await gateway.payNew()
    await gateway.call('POST', `/v1/payments/${voided}/void`)
    const late = await gateway.call('POST', `/v1/payments/${voided}/refund`, {
      body: { amount: 1 },
    })
    expect(late.status).toBe(422)
    expect(late.body.errors).toHaveProperty('refund')
  })

  controlledTest(
    '7.3 a decline carries IsoResponseCode and Errors with Code and Message',
    async () => {
      const declineOf = async (number: string) => {
        const payment_token = await gateway.token({ number })
        const body = confirmBody(payment_token, PUBLISHABLE_KEY)
        return (await gateway.call('POST', '/embed/v1/confirm', { body })).body
      }
      for (const number of [CARDS.declined, CARDS.noFunds, CARDS.processorError]) {
        const { IsoResponseCode, Errors } = await declineOf(number)
        expect(IsoResponseCode).toEqual(expect.any(String))
        expect(Object.keys(Errors[0]).toSorted()).toEqual(['Code', 'Message'])
        expect(Errors[0].Code).toEqual(expect.any(String))
      }
    },
  )

  controlledTest(
    '7.6 a pending response is HTTP 202 with error_code, without a failure',
    async () => {
      const payment_token = await gateway.token({ number: CARDS.challenge })
      const body = confirmBody(payment_token, PUBLISHABLE_KEY)
      const answer = await gateway.call('POST', '/embed/v1/confirm', { body })
      expect(answer).toMatchObject({
        status: 202,
        body: { status: 'pending', error_code: 'authentication_required' },
      })
      expect(answer.body).not.toHaveProperty('Errors')
    },
  )

  controlledTest(
    'a charge on a revoked card gets an error that differs from a success',
    async () => {
      const { id } = await saveCard(gateway, { publishableKey: PUBLISHABLE_KEY })
      await gateway.call('DELETE', `/v1/payment-methods/${id}`)
      const answer = await gateway.call('POST', `/v1/payment-methods/${id}/charge`, {
        body: { amount: 1 },
        headers: { 'idempotency-key': uniqueReference() },
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(answer.body).not.toHaveProperty('id')
    },
  )
})

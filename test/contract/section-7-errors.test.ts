import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorBody } from '../../src/contract/errors.ts'
import { type Harness, order, startHarness } from './support/harness.ts'

describe('7. Errors', () => {
  let gateway: Harness
  beforeAll(async () => {
    gateway = await startHarness()
  })
  afterAll(() => gateway.close())

  test('404s are told apart by code', async () => {
    const payment = await gateway.call('GET', '/v1/payments/1')
    const route = await gateway.call('GET', '/v1/nowhere')
    expect([payment.status, payment.body.code]).toEqual([404, 'payment_not_found'])
    expect([route.status, route.body.code]).toEqual([404, 'not_found'])
  })

  test.each([
    ['GET', '/'],
    ['GET', '/v1'],
    ['GET', '/v2/payments'],
    ['DELETE', '/v1/payments/1'],
    ['PUT', '/v1/payments'],
    ['PATCH', '/v1/me'],
    ['POST', '/v1/me'],
    ['GET', '//'],
    ['GET', '/v1/payments/1/2/3'],
  ])('%s %s is not in the router', async (method, path) => {
    const answer = await gateway.call(method, path, { headers: { 'accept-language': 'es' } })
    expect(answer.status).toBe(404)
    expect(answer.body.code).toBe('not_found')
    expect(answer.body.message).toMatch(/^The route .* could not be found\.$/)
  })

  test('messages are localised by Accept-Language; Spanish is the default', async () => {
    const messageIn = async (language: string | undefined, path: string, body?: unknown) => {
      const headers: Record<string, string> = language ? { 'accept-language': language } : {}
      const answer = await gateway.call(body ? 'POST' : 'GET', path, { headers, body })
      return answer.body.message
    }
    for (const language of [undefined, 'es', 'fr', 'es-HN,en;q=0.5']) {
      expect(await messageIn(language, '/v1/payments/1')).toBe('No se encontró el pago.')
    }
    expect(await messageIn('en', '/v1/payments/1')).toBe('The payment was not found.')
    expect(await messageIn('es', '/v1/payments', { a: 1 })).toMatch(/obligatorio/)
    expect(await messageIn('en-US', '/v1/payments', { a: 1 })).toMatch(/required/)
  })

  test('a 422 carries errors, an object keyed by field', async () => {
    const answer = await gateway.call('POST', '/v1/payments', { body: { ...order, amount: 0 } })
    expect(answer.status).toBe(422)
    expect(errorBody.parse(answer.body).errors?.amount).toHaveLength(1)
  })

  test.each([
    '{',
    '[]',
    '"text"',
    'null',
    '12',
    'amount=1&name=x',
    `{"metadata":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    '\u0000',
  ])('a body that is no JSON object gives 422, never 500: %.20s', async (body) => {
    const answer = await gateway.call('POST', '/v1/payments', { body })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['body'])
  })

  test('a body over 1 MB gives 413', async () => {
    const answer = await gateway.call('POST', '/v1/payments', {
      body: { ...order, metadata: { x: 'x'.repeat(1_100_000) } },
    })
    expect(answer.status).toBe(413)
    expect(answer.body.message).toEqual(expect.any(String))
  })

  test('a body under 1 MB is taken', async () => {
    const payment = await gateway.createPayment({ metadata: { x: 'x'.repeat(900_000) } })
    expect(payment.metadata.x).toHaveLength(900_000)
  })

  test('a body is JSON whatever its content type says', async () => {
    const answer = await gateway.call('POST', '/v1/payments', {
      body: JSON.stringify(order),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(201)
  })
})

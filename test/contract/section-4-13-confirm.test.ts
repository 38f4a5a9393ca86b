import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { LIVE_KEY, PUBLISHABLE_KEY } from './support/harness.ts'
import { confirmBody } from './support/saved-cards.ts'
import { bothEnvironmentsTest, controlledTest } from './support/target.ts'

describe('4.13 POST {embed_base_url}/confirm: validation', () => {
  const confirm = (fields: Record<string, unknown>, options: { key?: string | null } = {}) =>
    gateway.call('POST', '/embed/v1/confirm', {
      body: { ...confirmBody('tok_unknown', PUBLISHABLE_KEY), ...fields },
      ...options,
    })
  const gateway = useGateway()

  test.each<[string, Record<string, unknown>, string]>([
    ['amount is required', { amount: undefined }, 'amount'],
    ['amount is a number', { amount: 'ten' }, 'amount'],
    ['amount is at least 0.01', { amount: 0 }, 'amount'],
    ['currency_code is required', { currency_code: undefined }, 'currency_code'],
    ['currency_code is a string', { currency_code: 340 }, 'currency_code'],
    ['a currency that is not enabled', { currency_code: 'CHF' }, 'currency_code'],
    ['payment_token is required', { payment_token: undefined }, 'payment_token'],
    ['payment_token is a string', { payment_token: 5 }, 'payment_token'],
    ['publishable_key is required', { publishable_key: undefined }, 'publishable_key'],
    ['metadata is an object', { metadata: 'x' }, 'metadata'],
    ['external_reference is a string', { external_reference: 5 }, 'external_reference'],
    ['description is a string', { description: 5 }, 'description'],
  ])('an invalid field gets 422: %s', async (_, fields, field) => {
    const answer = await confirm(fields)
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual([field])
  })

  describe.each(['success_redirect_url', 'failed_redirect_url'] as const)('%s', (field) => {
    test.each([
      'http://shop.hn/ok',
      'http://localhost:3000/ok',
      'http://127.0.0.1/ok',
      'myapp://ok',
      'shop',
    ])('the URL %s gets 422, because HTTPS is required even on loopback', async (url) => {
      const answer = await confirm({ [field]: url })
      expect(answer.status).toBe(422)
      expect(answer.body.code).toBe(`${field}_invalid`)
    })

    test('a URL error is reported before the token is checked', async () => {
      const answer = await confirm({ [field]: 'http://shop.hn/ok' })
      expect(JSON.stringify(answer.body.errors ?? {})).not.toContain('payment_token')
    })

    test('an HTTPS URL with a query string is valid', async () => {
      const answer = await confirm({ [field]: 'https://shop.hn/ok?order=1&x=%20' })
      expect(answer.status).toBe(422)
      expect(answer.body.code).not.toBe(`${field}_invalid`)
      expect(answer.body.errors).toHaveProperty('payment_token')
    })

    controlledTest('a URL error does not consume the token', async () => {
      const payment_token = await gateway.token()
      await confirm({ payment_token, [field]: 'http://shop.hn/ok' })
      const answer = await confirm({ payment_token, [field]: 'https://shop.hn/ok' })
      expect(answer.body.status).toBe('approved')
    })
  })

  test('an unknown token gets 422', async () => {
    const answer = await confirm({})
    expect(answer.status).toBe(422)
    expect(answer.body.errors).toHaveProperty('payment_token')
  })

  test("another merchant's publishable key gets 422", async () => {
    expect((await confirm({ publishable_key: 'pk_test_of_nobody' })).status).toBe(422)
  })

  bothEnvironmentsTest('a publishable key of the other environment gets 422', async () => {
    expect((await confirm({}, { key: LIVE_KEY })).status).toBe(422)
  })

  test('a request without a key or with a publishable key gets 401', async () => {
    expect((await confirm({}, { key: null })).status).toBe(401)
    expect((await confirm({}, { key: PUBLISHABLE_KEY })).status).toBe(401)
  })

  test('confirm is not a route of {base_url}', async () => {
    const answer = await gateway.call('POST', '/v1/confirm', { body: {} })
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

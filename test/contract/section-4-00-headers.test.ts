import { describe, expect, test } from 'vitest'
import { useGateway } from '../support/use-world.ts'
import { order, uniqueReference } from './support/harness.ts'
import { NO_PAYMENT } from './support/shapes.ts'

describe('4. Common headers', () => {
  const gateway = useGateway()

  const messagesIn = async (language: string | undefined) => {
    const headers: Record<string, string> =
      language === undefined ? {} : { 'accept-language': language }
    const notFound = await gateway.call('GET', `/v1/payments/${NO_PAYMENT}`, { headers })
    const invalid = await gateway.call('POST', '/v1/payments', { headers, body: {} })
    const unauthenticated = await gateway.call('GET', '/v1/me', { headers, key: null })
    return {
      notFound: notFound.body.message,
      invalid: JSON.stringify(invalid.body.errors),
      unauthenticated: unauthenticated.body.message,
    }
  }

  test('requests and responses are JSON', async () => {
    const { headers } = await gateway.call('GET', '/v1/payments?per_page=1')
    expect(headers.get('content-type')).toMatch(/^application\/json/)
  })

  test('creation recommends an Idempotency-Key and works without one', async () => {
    const body = { ...order, external_reference: uniqueReference() }
    const without = await gateway.call('POST', '/v1/payments', { body })
    const headers = { 'idempotency-key': uniqueReference() }
    const withKey = await gateway.call('POST', '/v1/payments', { body, headers })
    expect([without.status, withKey.status]).toEqual([201, 201])
  })

  test('different keys create different payments from one body', async () => {
    const body = { ...order, external_reference: uniqueReference() }
    const create = () =>
      gateway.call('POST', '/v1/payments', {
        body,
        headers: { 'idempotency-key': uniqueReference() },
      })
    const [one, other] = await Promise.all([create(), create()])
    expect(other.body.id).not.toBe(one.body.id)
  })

  test('without a key, a repeated body creates two payments', async () => {
    const body = { ...order, external_reference: uniqueReference() }
    const create = () => gateway.call('POST', '/v1/payments', { body })
    const [one, other] = await Promise.all([create(), create()])
    expect(other.body.id).not.toBe(one.body.id)
  })

  test('Accept-Language en and es return different messages', async () => {
    const spanish = await messagesIn('es')
    const english = await messagesIn('en')
    expect(english.notFound).not.toBe(spanish.notFound)
    expect(english.invalid).not.toBe(spanish.invalid)
  })

  test.each([
    ['missing', undefined],
    ['empty', ''],
    ['unsupported', 'fr'],
    ['unsupported, with a region', 'pt-BR'],
  ])('Spanish is the default for a value that is %s', async (_, language) => {
    expect(await messagesIn(language)).toEqual(await messagesIn('es'))
  })

  test('the language does not affect codes or field names', async () => {
    for (const language of ['es', 'en']) {
      const headers = { 'accept-language': language }
      const notFound = await gateway.call('GET', `/v1/payments/${NO_PAYMENT}`, { headers })
      expect(notFound.body.code).toBe('payment_not_found')
      const invalid = await gateway.call('POST', '/v1/payments', { headers, body: {} })
      expect(Object.keys(invalid.body.errors).toSorted()).toEqual([
        'amount',
        'external_reference',
        'name',
      ])
    }
  })
})

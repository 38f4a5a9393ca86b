import { describe, expect, test } from 'vitest'
import { CARDS, order } from '../contract/support/harness.ts'
import { nonTestCard } from '../support/non-test-card.ts'
import { useGateway } from '../support/use-world.ts'

describe('unusual requests', () => {
  const gateway = useGateway()

  test.each([
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
    expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    expect(answer.body.message).toMatch(/^The route .* could not be found\.$/)
  })

  test.each(['1', '-1', 'abc', '%zz', '%00', '1e3', '99999999999999999999'])(
    'the payment id %s is not found',
    async (id) => {
      const answer = await gateway.call('GET', `/v1/payments/${id}`)
      expect(answer).toMatchObject({ status: 404, body: { code: 'payment_not_found' } })
    },
  )

  test.each([
    ['status=', 200],
    ['page=0', 422],
    ['per_page=-1', 422],
    ['per_page=1.5', 422],
    ['page=4', 200],
  ])('the list with %s gets %i', async (query, status) => {
    expect((await gateway.call('GET', `/v1/payments?${query}`)).status).toBe(status)
  })

  test('a very large per_page is clamped, and meta shows it', async () => {
    const { body } = await gateway.call('GET', '/v1/payments?per_page=100000')
    expect(body.meta.per_page).toBe(100)
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
  ])('a body that is not a JSON object gets 422: %.20s', async (body) => {
    const answer = await gateway.call('POST', '/v1/payments', { body })
    expect(answer.status).toBe(422)
    expect(Object.keys(answer.body.errors)).toEqual(['body'])
  })

  test('a body over 1 MB gets 413, and a smaller one is accepted', async () => {
    const body = (length: number) => ({ ...order, metadata: { x: 'x'.repeat(length) } })
    const over = await gateway.call('POST', '/v1/payments', { body: body(1_100_000) })
    expect(over).toMatchObject({ status: 413, body: { message: expect.any(String) } })
    const under = await gateway.call('POST', '/v1/payments', { body: body(900_000) })
    expect(under.body.metadata.x).toHaveLength(900_000)
  })

  test('a JSON body works with any content type', async () => {
    const answer = await gateway.call('POST', '/v1/payments', {
      body: JSON.stringify(order),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.status).toBe(201)
  })

  test('Accept-Language supports regions and ranked lists', async () => {
    const messageIn = async (language: string) => {
      const headers = { 'accept-language': language }
      return (await gateway.call('GET', '/v1/payments/1', { headers })).body.message
    }
    expect(await messageIn('en-US')).toBe('The payment was not found.')
    expect(await messageIn('es-HN,en;q=0.5')).toBe('No se encontró el pago.')
  })

  test('an unknown card is rejected and leaves no trace', async () => {
    const { id } = await gateway.createPayment()
    for (const number of [nonTestCard(), nonTestCard('55'), 'abc', '']) {
      const answer = await gateway.pay({ payment_id: id, number })
      expect(answer.status).toBe(422)
      expect(answer.body.errors['card.number']).toHaveLength(1)
    }
    expect((await gateway.getPayment(id)).transaction_id).toBeNull()
    expect(JSON.stringify(await gateway.journal())).not.toMatch(/42424242|55555555/)
  })

  test.each([
    [CARDS.declined, '05'],
    [CARDS.noFunds, '51'],
    [CARDS.expired, '54'],
  ])('card %s is declined with code %s', async (number, code) => {
    const { id } = await gateway.createPayment()
    const { body } = await gateway.pay({ payment_id: id, number })
    expect(body).toMatchObject({
      status: 'declined',
      IsoResponseCode: code,
      Errors: [{ Code: code }],
    })
    expect((await gateway.getPayment(id)).status).toBe('pending')
    expect((await gateway.pay({ payment_id: id })).body.status).toBe('approved')
  })

  test.each([CARDS.frictionless, CARDS.declinedWhenSaved])(
    'card %s is approved',
    async (number) => {
      const { id } = await gateway.createPayment()
      expect((await gateway.pay({ payment_id: id, number })).body.status).toBe('approved')
    },
  )
})

import { describe, expect, it } from 'vitest'
import { useWorld } from '../../test/support/use-world.ts'

const world = useWorld()

const errorsOf = async (method: 'GET' | 'POST', path: string, body?: unknown) => {
  const answer = await world.api(method, path, body, { 'idempotency-key': 'f-1' })
  expect(answer).toMatchObject({ status: 422, body: { code: 'invalid_fields' } })
  return answer.body.errors
}
const order = { id: 'F-1', amount: '125.50', currency: 'HNL' }
const meant = (name: string) => `There is no such field; did you mean "${name}"?`

describe('an unknown field', () => {
  it.each([
    ['order.amout', { order: { ...order, amout: '1.00' } }, meant('amount')],
    ['successUrl', { order, successUrl: 'https://a.hn' }, meant('success_url')],
    ['order.Currency', { order: { ...order, Currency: 'HNL' } }, meant('currency')],
    ['order.customer.nmae', { order: { ...order, customer: { nmae: 'Ana' } } }, meant('name')],
    ['oder', { order, oder: order }, meant('order')],
    ['order.colour', { order: { ...order, colour: 'red' } }, 'There is no such field'],
    [
      `order.${'x'.repeat(50_000)}`,
      { order: { ...order, ['x'.repeat(50_000)]: 1 } },
      'There is no such field',
    ],
  ])('the error suggests the intended field: %s', async (path, body, message) => {
    expect(await errorsOf('POST', '/v1/checkouts', body)).toContainEqual({ path, message })
  })

  it('an unknown query parameter gets a suggestion too', async () => {
    const [wrong] = await errorsOf('GET', '/v1/orders?limt=5')
    expect(wrong).toEqual({ path: 'limt', message: meant('limit') })
  })

  it('an unknown refund field gets a suggestion in Spanish too', async () => {
    const answer = await world.api(
      'POST',
      '/v1/orders/F-1/refunds',
      { ammount: '1.00' },
      { 'idempotency-key': 'f-2', 'accept-language': 'es' },
    )
    expect(answer.body.errors).toContainEqual({
      path: 'ammount',
      message: 'No existe ese campo; ¿quiso decir "amount"?',
    })
  })
})

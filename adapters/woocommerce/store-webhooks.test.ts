import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readStoreWebhook } from './store-webhooks.ts'

const SECRET = 'whs_of-this-shop'
const ORDER = '{"id":17,"status":"processing","total":"125.50"}'

const read = (
  body = ORDER,
  {
    topic = 'order.updated',
    secret = SECRET,
    signed = body,
    ...headers
  }: Record<string, string> = {},
) =>
  readStoreWebhook({
    headers: {
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-signature': createHmac('sha256', secret).update(signed).digest('base64'),
      ...headers,
    },
    rawBody: Buffer.from(body),
    secret: SECRET,
  })
const refused = (reason: string) => ({ outcome: 'refused', reason })

describe('a webhook of a WooCommerce shop', () => {
  it.each(['order.created', 'order.updated', 'order.deleted'])('%s names its order', (topic) => {
    expect(read('{"id":17}', { topic })).toEqual({ outcome: 'hint', orderId: '17' })
  })

  it('of a cart on its way through the checkout, or of a product, is no news', () => {
    expect(read('{"id":17,"status":"checkout-draft"}')).toEqual({ outcome: 'ignored' })
    expect(read('{"id":17}', { topic: 'product.updated' })).toEqual({ outcome: 'ignored' })
  })

  it('is taken as it was sent, byte for byte', () => {
    const spaced = '{ "id": 17,\n "billing": {"first_name": "José \\u00f1"} }'
    expect(read(spaced)).toMatchObject({ outcome: 'hint' })
    expect(read(ORDER, { signed: JSON.stringify(JSON.parse(spaced)) })).toEqual(
      refused('wrong-signature'),
    )
  })

  it('with another secret, or a signature that is none, is refused', () => {
    expect(read(ORDER, { secret: 'whs_other' })).toEqual(refused('wrong-signature'))
    for (const signature of ['', '=', 'short', 'x'.repeat(44)]) {
      const outcome = read(ORDER, { 'x-wc-webhook-signature': signature })
      expect(outcome).toEqual(refused('wrong-signature'))
    }
  })

  it('that only tries the address is signed by nobody, and says nothing of an order', () => {
    const unsigned = (body: string) =>
      readStoreWebhook({ headers: {}, rawBody: Buffer.from(body), secret: SECRET })
    expect(unsigned('webhook_id=7')).toEqual({ outcome: 'ping' })
    expect(unsigned(ORDER)).toEqual(refused('not-signed'))
    expect(unsigned('webhook_id=7&order=17')).toEqual(refused('not-signed'))
    expect(unsigned('')).toEqual(refused('not-signed'))
  })

  it.each(['', 'no JSON', '[]', '{"id":"17"}', '{"id":-1}'])(
    'that is rightly signed and says "%s" cannot be read',
    (body) => expect(read(body)).toEqual(refused('unreadable')),
  )
})

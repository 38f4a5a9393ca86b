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

describe('WooCommerce webhooks', () => {
  it.each(['order.created', 'order.updated', 'order.deleted'])(
    'a webhook of %s names its order',
    (topic) => {
      expect(read('{"id":17}', { topic })).toEqual({ outcome: 'hint', orderId: '17' })
    },
  )

  it('a webhook of a draft cart or a product is ignored', () => {
    expect(read('{"id":17,"status":"checkout-draft"}')).toEqual({ outcome: 'ignored' })
    expect(read('{"id":17}', { topic: 'product.updated' })).toEqual({ outcome: 'ignored' })
  })

  it('a webhook is verified byte for byte', () => {
    const spaced = '{ "id": 17,\n "billing": {"first_name": "José \\u00f1"} }'
    expect(read(spaced)).toMatchObject({ outcome: 'hint' })
    expect(read(ORDER, { signed: JSON.stringify(JSON.parse(spaced)) })).toEqual(
      refused('wrong-signature'),
    )
  })

  it('a webhook with another secret or a malformed signature is refused', () => {
    expect(read(ORDER, { secret: 'whs_other' })).toEqual(refused('wrong-signature'))
    for (const signature of ['', '=', 'short', 'x'.repeat(44)]) {
      const outcome = read(ORDER, { 'x-wc-webhook-signature': signature })
      expect(outcome).toEqual(refused('wrong-signature'))
    }
  })

  it('an unsigned ping is accepted and carries no order', () => {
    const unsigned = (body: string) =>
      readStoreWebhook({ headers: {}, rawBody: Buffer.from(body), secret: SECRET })
    expect(unsigned('webhook_id=7')).toEqual({ outcome: 'ping' })
    expect(unsigned(ORDER)).toEqual(refused('not-signed'))
    expect(unsigned('webhook_id=7&order=17')).toEqual(refused('not-signed'))
    expect(unsigned('')).toEqual(refused('not-signed'))
  })

  it.each(['', 'no JSON', '[]', '{"id":"17"}', '{"id":-1}'])(
    'a signed webhook with the body "%s" is refused as unreadable',
    (body) => expect(read(body)).toEqual(refused('unreadable')),
  )
})

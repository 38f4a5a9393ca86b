import { describe, expect, it } from 'vitest'
import { readOrderHint } from './order-hint.ts'

const orderOf = (body: string) => readOrderHint(Buffer.from(body)).order

describe('order id of a webhook', () => {
  it.each([
    ['of an order', '{"id":1,"admin_graphql_api_id":"gid://shopify/Order/9007199254740993"}'],
    [
      'of a refund',
      '{"admin_graphql_api_id":"gid://shopify/Refund/1","order_id":9007199254740993}',
    ],
    ['of an edit', '{"order_edit":{"id":1,"order_id":9007199254740993}}'],
    ['of a deleted order', '{"id":9007199254740993}'],
  ])('the id %s is read to its last digit', (_, body) => {
    expect(orderOf(body)).toBe('9007199254740993')
  })

  it.each([
    '',
    'no JSON',
    'null',
    '[]',
    '{"id":"1 OR 1=1"}',
    '{"id":-1}',
    '{"id":1.5}',
    '{"admin_graphql_api_id":"gid://shopify/Product/1"}',
    '{"order_id":"\\u0000"}',
    `{"id":${'9'.repeat(40)}}`,
  ])('the payload %o names no order', (body) => {
    expect(orderOf(body)).toBeUndefined()
  })
})

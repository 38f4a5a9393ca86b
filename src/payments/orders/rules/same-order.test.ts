import { expect, it } from 'vitest'
import { mayBeSameOrder } from './same-order.ts'

it.each([
  ['both have the same fingerprint', 'a', 'a', true],
  ['they have different ones', 'a', 'b', false],
  ['the one has none, as orders of before', null, 'b', true],
  ['the other has none, as platforms without', 'a', undefined, true],
])('orders with one id compare by fingerprint: %s', (_, one, other, expected) => {
  expect(mayBeSameOrder({ fingerprint: one }, { fingerprint: other })).toBe(expected)
})

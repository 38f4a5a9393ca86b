import { expect, it } from 'vitest'
import { readDeliverySearch } from '../../../dashboard/screens/deliveries/delivery-search.ts'
import { readOrderSearch } from '../../../dashboard/screens/orders/order-search.ts'

it.each(['2026-13-45', '2026-02-30'])(
  'an impossible day in an address (%s) filters neither orders nor deliveries',
  (day) => {
    expect(readOrderSearch({ from: day, to: day })).toEqual({})
    expect(readDeliverySearch({ from: day, to: day })).toEqual({})
  },
)

it('a day in an address filters orders and deliveries', () => {
  expect(readOrderSearch({ from: '2026-02-28' })).toEqual({ from: '2026-02-28' })
  expect(readDeliverySearch({ to: '2026-02-28' })).toEqual({ to: '2026-02-28' })
})

it.each([
  ['4111 1111 1111 1111', '1111'],
  [4111111111111111, '1111'],
  ['a\0b', 'a b'],
  [1042, '1042'],
])('orders are searched for %j as %j', (given, search) => {
  expect(readOrderSearch({ search: given })).toEqual({ search })
})

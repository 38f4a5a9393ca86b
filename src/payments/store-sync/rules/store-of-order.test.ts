import { expect, test } from 'vitest'
import { type StoreOfShop, storeOfOrder } from './store-of-order.ts'

const store = (id: string, day: number, more: Partial<StoreOfShop> = {}): StoreOfShop => ({
  id,
  connectedAt: new Date(Date.UTC(2026, 10, day)),
  findsOrders: true,
  hasOrder: false,
  ...more,
})

test('a new order belongs to the store connected last', () => {
  expect(storeOfOrder([store('test', 1), store('live', 2)])).toBe('live')
  expect(storeOfOrder([store('test', 3), store('live', 2)])).toBe('test')
})

test('an order stays with the store that has it', () => {
  expect(storeOfOrder([store('test', 1, { hasOrder: true }), store('live', 2)])).toBe('test')
})

test('a store that cannot find orders itself imports no new one', () => {
  expect(storeOfOrder([store('own-app', 1), store('gone', 2, { findsOrders: false })])).toBe(
    'own-app',
  )
  expect(storeOfOrder([store('gone', 2, { findsOrders: false })])).toBeUndefined()
})

test('stores connected at the same moment always resolve to the same one', () => {
  const two = [store('b', 1), store('a', 1)]
  expect(storeOfOrder(two)).toBe('a')
  expect(storeOfOrder(two.reverse())).toBe('a')
})

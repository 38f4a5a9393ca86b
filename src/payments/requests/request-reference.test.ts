import { expect, it } from 'vitest'
import { StoreId } from '../../domain/ids.ts'
import { ORDER_SOURCES, sourceOfReference } from '../../domain/order-source.ts'
import { referenceOfKey } from './request-reference.ts'

const tienda = StoreId.parse('tienda')

it('the id of an order made at Puente names its source', () => {
  for (const source of ORDER_SOURCES) {
    if (source === 'storefront') continue
    const { externalId } = referenceOfKey(source, { storeId: tienda, key: 'k-1' })
    expect(sourceOfReference(externalId)).toBe(source)
  }
})

it('the same key gives the same order id in a store, and others in another store and for a charge', () => {
  const once = referenceOfKey('request', { storeId: tienda, key: 'k-1' })
  expect(referenceOfKey('request', { storeId: tienda, key: 'k-1' })).toEqual(once)
  expect(once.number).toMatch(/^[0-9A-Z]{6}$/)
  const others = [
    referenceOfKey('request', { storeId: StoreId.parse('otra'), key: 'k-1' }),
    referenceOfKey('request', { storeId: tienda, key: 'k-2' }),
    referenceOfKey('request', { storeId: tienda, key: 'k-1', of: 'charge' }),
  ]
  for (const other of others) expect(other.externalId).not.toBe(once.externalId)
})

it.each(['17', 'A-1', 'req_1', 'req_', 'ord_01kadq2v7w8x9y0z1a2b3c4d5e', ''])(
  'a shop’s own order id %j stays the storefront’s',
  (id) => expect(sourceOfReference(id)).toBe('storefront'),
)

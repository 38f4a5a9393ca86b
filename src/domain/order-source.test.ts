import { ulid } from 'ulid'
import { expect, it } from 'vitest'
import { ORDER_SOURCES, referenceOfSource, sourceOfReference } from './order-source.ts'

it('the id of an order made at Puente names its source', () => {
  for (const source of ORDER_SOURCES) {
    if (source === 'storefront') continue
    expect(sourceOfReference(referenceOfSource(source, ulid().toLowerCase()))).toBe(source)
  }
})

it.each(['17', 'A-1', 'req_1', 'req_', 'ord_01kadq2v7w8x9y0z1a2b3c4d5e', ''])(
  'a shop’s own order id %j stays the storefront’s',
  (id) => expect(sourceOfReference(id)).toBe('storefront'),
)

import { describe, expect, it } from 'vitest'
import { numberOfLostOrder } from './number-of-lost-order.ts'

const REQUEST = 'req_01kadq2v7w8x9y0z1a2b3c4d5e'
const LINK = 'lnk_01kadq2v7w8x9y0z1a2b3c4d5e'
const labels = ['Pedido', 'Order']

describe('the number of an order that a restored database lost', () => {
  it.each([
    ['of a request is its reference', { externalId: REQUEST, name: 'Order Mesa 4' }, 'Mesa 4'],
    ['of a link is that of its place', { externalId: LINK, name: 'Pedido K7QX-12' }, 'K7QX-12'],
    ['of a request without a name begins its id', { externalId: REQUEST, name: null }, '01KADQ'],
    [
      'of a request whose reference was cut begins its id',
      { externalId: REQUEST, name: 'Pedido 17…' },
      '01KADQ',
    ],
    [
      'of a request of a store with its own names begins its id',
      { externalId: REQUEST, name: 'Pedido K7QX-12', labels: [] },
      '01KADQ',
    ],
    ['of a link without its name is unknown', { externalId: LINK, name: 'Rifa' }, null],
    ['of a link without a number is unknown', { externalId: LINK, name: `Pedido ${LINK}` }, null],
    ['of a shop is the shop’s', { externalId: '1041', name: 'Pedido 1041' }, null],
  ])('%s', (_, lost, number) => {
    const sources = { r: 'request', l: 'link', 1: 'storefront' } as const
    const source = sources[lost.externalId.charAt(0) as keyof typeof sources]
    expect(numberOfLostOrder({ labels, source, ...lost })).toBe(number)
  })
})

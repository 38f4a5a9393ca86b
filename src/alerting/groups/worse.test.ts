import { describe, expect, it } from 'vitest'
import type { AlertExtent } from '../../db/tables/alert-messages.ts'
import { isMuchWorse } from './worse.ts'

const extent = (alerts: number, orders: number, hnl?: string): AlertExtent => ({
  alerts,
  orders,
  minorByCurrency: hnl === undefined ? {} : { HNL: hnl },
})

describe('growth of an alert group', () => {
  it.each([
    ['twice the orders', extent(1, 20), extent(1, 10), true],
    ['one order less than twice', extent(1, 19), extent(1, 10), false],
    ['twice the alerts where none has an order', extent(4, 0), extent(2, 0), true],
    ['twice the money of a currency', extent(3, 3, '20000'), extent(2, 2, '10000'), true],
    ['a centavo less than twice the money', extent(3, 3, '19999'), extent(2, 2, '10000'), false],
    ['money where there was none', extent(3, 3, '1'), extent(2, 2), false],
    ['less than before', extent(1, 1, '1'), extent(2, 2, '2'), false],
  ])('isMuchWorse compares the extents with %s', (_, now, sent, isWorse) => {
    expect(isMuchWorse(now, sent)).toBe(isWorse)
  })
})

import { expect, it } from 'vitest'
import { mostUnpaidOfLine } from './unpaid-places.ts'

it.each([
  [1, 2],
  [2, 2],
  [5, 3],
  [20, 10],
  [100_000, 200],
])('of %i places, one internet connection may hold %i without paying', (stock, most) => {
  expect(mostUnpaidOfLine(stock)).toBe(most)
})

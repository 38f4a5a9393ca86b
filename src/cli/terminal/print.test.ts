import { describe, expect, it } from 'vitest'
import { compactAge, tableLines } from './print.ts'

const headers = ['ORDER', 'STATE']
const rows = [
  ['A-1', 'paid'],
  ['Café 12', 'on_hold'],
]

describe('a table', () => {
  it('a terminal gets aligned columns with headers', () => {
    expect(tableLines(headers, rows, { isTTY: true })).toEqual([
      'ORDER    STATE',
      'A-1      paid',
      'Café 12  on_hold',
    ])
  })

  it('a program gets tab-separated cells', () => {
    expect(tableLines(headers, rows, { isTTY: false })).toEqual(['A-1\tpaid', 'Café 12\ton_hold'])
  })

  it('the table strips control characters from names', () => {
    expect(tableLines(['A'], [['\u001b[2Jx\ty']], { isTTY: false })).toEqual([' [2Jx y'])
  })
})

describe('an age', () => {
  it.each([
    [-5, '0 s'],
    [59_999, '59 s'],
    [60_000, '1 min'],
    [3 * 3_600_000 + 59 * 60_000, '3 h'],
    [50 * 3_600_000, '2 d'],
  ])('an age of %i ms is %s', (ageMs, text) => {
    expect(compactAge(ageMs)).toBe(text)
  })
})

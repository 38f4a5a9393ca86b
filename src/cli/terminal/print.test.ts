import { describe, expect, it } from 'vitest'
import { compactAge } from './print.ts'

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

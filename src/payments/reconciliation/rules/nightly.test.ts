import { describe, expect, it } from 'vitest'
import { StoreId } from '../../../domain/ids.ts'
import { nightOf } from './nightly.ts'

const STORES = Array.from({ length: 200 }, (_, index) => `tienda-${index}`)

describe('the night of a store', () => {
  it('a night begins between two and four in Honduras, which is UTC-6', () => {
    for (const store of STORES) {
      const { day, at } = nightOf(StoreId.parse(store), new Date('2026-05-04T05:59:59Z'))
      expect(day).toBe('2026-05-03')
      expect(at.getTime()).toBeGreaterThanOrEqual(Date.parse('2026-05-03T08:00:00Z'))
      expect(at.getTime()).toBeLessThan(Date.parse('2026-05-03T10:00:00Z'))
    }
  })

  it('a night begins at the same minute every day, and different stores spread over the minutes', () => {
    const minutes = STORES.map((store) =>
      nightOf(StoreId.parse(store), new Date('2026-05-04T12:00:00Z')).at.getTime(),
    )
    const next = STORES.map((store) =>
      nightOf(StoreId.parse(store), new Date('2026-05-05T12:00:00Z')).at.getTime(),
    )
    expect(next).toEqual(minutes.map((at) => at + 24 * 60 * 60_000))
    expect(new Set(minutes).size).toBeGreaterThan(60)
  })
})

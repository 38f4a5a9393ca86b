import { describe, expect, it } from 'vitest'
import { DAY } from '../../../runtime/clock.ts'
import { backfillDays, NIGHTS, OLDEST_DAYS } from './backfill-days.ts'

const dayAt = (count: number) =>
  new Date(Date.parse('2026-05-04') + count * DAY).toISOString().slice(0, 10)

describe('the older days of a night', () => {
  it.each([1, 2, 35, 60, 365, 371])(
    'every older day has exactly one night in four weeks (%i nightly days)',
    (days) => {
      for (let start = 0; start < NIGHTS; start++) {
        const slices = Array.from({ length: NIGHTS }, (_, night) =>
          backfillDays(dayAt(start + night), days),
        )
        for (let age = days + 1; age <= OLDEST_DAYS - NIGHTS; age++) {
          const day = dayAt(start - age)
          const turns = slices.filter((slice) => slice && slice.from <= day && day <= slice.to)
          expect([start, age, turns.length]).toEqual([start, age, 1])
        }
      }
    },
  )

  it.each([35, 365])(
    'older days precede the days that every night covers (%i nightly days)',
    (days) => {
      for (let night = 0; night < NIGHTS; night++) {
        const slice = backfillDays(dayAt(night), days)
        if (!slice) continue
        expect(slice.to < dayAt(night - days)).toBe(true)
        expect(slice.from >= dayAt(night - OLDEST_DAYS)).toBe(true)
      }
    },
  )

  it('a night that already goes back as far has no older days', () => {
    expect(backfillDays('2026-05-04', OLDEST_DAYS)).toBeUndefined()
  })
})

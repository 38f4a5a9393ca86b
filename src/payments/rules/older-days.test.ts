import { describe, expect, it } from 'vitest'
import { OLDEST_DAYS, olderDaysOf } from './older-days.ts'

const DAY_MS = 24 * 60 * 60_000
const nightAfter = (count: number) =>
  new Date(Date.parse('2026-05-04') + count * DAY_MS).toISOString().slice(0, 10)

describe('the older days that a night goes through', () => {
  it.each([1, 35, 60, 365])(
    'are all those that not every night has (%i days), within four weeks',
    (days) => {
      for (let age = days; age < OLDEST_DAYS; age++) {
        const nights = Array.from({ length: 28 }, (_, night) => night).filter((night) => {
          const slice = olderDaysOf(nightAfter(night), days)
          return slice && slice.toAge <= age + night && age + night <= slice.fromAge
        })
        expect([age, nights.length]).not.toEqual([age, 0])
      }
    },
  )

  it('are none where every night goes as far back', () => {
    expect(olderDaysOf('2026-05-04', OLDEST_DAYS)).toBeUndefined()
  })
})

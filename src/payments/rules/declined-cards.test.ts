import { describe, expect, it } from 'vitest'
import { addMs } from '../../platform/clock.ts'
import { restAfterDeclines, restOfCustomer, restOfStore } from './declined-cards.ts'

const now = new Date('2026-05-04T12:00:00Z')
const MINUTE_MS = 60_000

/** One charge of the card page for each number of minutes ago. */
const declined = (...minutesAgo: number[]) =>
  minutesAgo.map((minutes) => ({
    mode: 'card_page' as const,
    state: 'declined' as const,
    created_at: addMs(now, -minutes * MINUTE_MS),
  }))
const tenWithin = (minutes: number) =>
  declined(...Array.from({ length: 10 }, (_, i) => (minutes * (i + 1)) / 10))

describe('the rest after many declined cards', () => {
  it('there is none after nine', () => {
    expect(restAfterDeclines(tenWithin(10).slice(1), now)).toBeUndefined()
  })

  it('after ten it lasts until the first of them is an hour ago', () => {
    expect(restAfterDeclines(tenWithin(10), now)).toBe(50 * 60)
    expect(restAfterDeclines(tenWithin(59), now)).toBe(60)
    expect(restAfterDeclines(tenWithin(60), now)).toBeUndefined()
  })

  it('the latest ten count, in whatever order they are listed', () => {
    const attempts = [...declined(50, 55), ...tenWithin(10)]
    expect(restAfterDeclines(attempts, now)).toBe(50 * 60)
    expect(restAfterDeclines(attempts.toReversed(), now)).toBe(50 * 60)
  })

  it('what was not declined, or was no card of the page, does not count', () => {
    const [first, ...others] = tenWithin(10)
    if (!first) throw new Error('ten')
    for (const other of [
      { ...first, state: 'refused' as const },
      { ...first, state: 'authenticating' as const },
      { ...first, mode: 'saved_card' as const },
    ]) {
      expect(restAfterDeclines([other, ...others], now)).toBeUndefined()
    }
  })
})

describe('the rest after many declined cards of one customer', () => {
  it('counts all orders together', () => {
    const times = tenWithin(10).map(({ created_at }) => created_at)
    expect(restOfCustomer(times.slice(1), now)).toBeUndefined()
    expect(restOfCustomer(times, now)).toBe(50 * 60)
  })
})

describe('the rest of a store', () => {
  const times = (count: number, withinMinutes: number) =>
    Array.from({ length: count }, (_, i) =>
      addMs(now, (-withinMinutes * MINUTE_MS * (i + 1)) / count),
    )

  it('begins when cards are tried out on its pages, and lasts ten minutes at most', () => {
    expect(restOfStore({ declinedAt: times(29, 5), takenAt: [] }, now)).toBeUndefined()
    expect(restOfStore({ declinedAt: times(30, 5), takenAt: [] }, now)).toBe(5 * 60)
    expect(restOfStore({ declinedAt: times(500, 5), takenAt: times(3, 5) }, now)).toBeLessThan(600)
  })

  it('does not begin on a busy day, on which more cards are taken than declined', () => {
    expect(restOfStore({ declinedAt: times(200, 9), takenAt: times(100, 9) }, now)).toBeUndefined()
    expect(restOfStore({ declinedAt: times(201, 9), takenAt: times(100, 9) }, now)).toBeGreaterThan(
      0,
    )
    // What was taken an hour ago says nothing of now.
    const before = times(400, 50).filter((at) => at < addMs(now, -10 * MINUTE_MS))
    expect(restOfStore({ declinedAt: times(40, 5), takenAt: before }, now)).toBeGreaterThan(0)
  })
})

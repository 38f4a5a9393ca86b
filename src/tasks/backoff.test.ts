import { describe, expect, it } from 'vitest'
import { waitBeforeNextTry } from './backoff.ts'

const WAITS = [1_000, 10_000]

describe('the wait before the next try', () => {
  it('the schedule gives the wait of each try and repeats its last one', () => {
    const waits = [1, 2, 3, 9].map((tries) => waitBeforeNextTry(WAITS, { tries, random: 0.5 }))
    expect(waits).toEqual([1_000, 10_000, 10_000, 10_000])
  })

  it('jitter shortens or lengthens the wait by up to a fifth', () => {
    expect(waitBeforeNextTry(WAITS, { tries: 1, random: 0 })).toBe(800)
    expect(waitBeforeNextTry(WAITS, { tries: 1, random: 1 })).toBe(1_200)
  })

  it('a longer requested wait wins', () => {
    expect(waitBeforeNextTry(WAITS, { tries: 1, random: 0.5, requestedMs: 60_000 })).toBe(60_000)
    expect(waitBeforeNextTry(WAITS, { tries: 1, random: 0.5, requestedMs: 10 })).toBe(1_000)
  })
})

import { describe, expect, it } from 'vitest'
import { addMs, adjustableClock } from './clock.ts'
import { createIds } from './ids.ts'

describe('ids', () => {
  it('ids carry their prefix, are unique and sort by creation time', () => {
    let now = new Date('2026-11-21T01:13:00Z')
    const ids = createIds({ now: () => now })
    const made = Array.from({ length: 500 }, () => {
      now = addMs(now, 1)
      return ids.next('ord')
    })
    expect(made[0]).toMatch(/^ord_[0-9a-hjkmnp-tv-z]{26}$/)
    expect(new Set(made).size).toBe(500)
    expect(made.toSorted()).toEqual(made)
  })

  it('ids are unique within one millisecond', () => {
    const ids = createIds({ now: () => new Date(0) })
    expect(new Set(Array.from({ length: 1_000 }, () => ids.next('evt'))).size).toBe(1_000)
  })

  it('secrets are URL-safe and carry the requested number of bytes', () => {
    const { secret } = createIds(adjustableClock())
    expect(secret(32)).toMatch(/^[\w-]{43}$/)
    expect(secret(32)).not.toBe(secret(32))
  })
})

describe('the test clock', () => {
  it('the test clock ticks with real time plus its offset', () => {
    const clock = adjustableClock()
    clock.setOffsetMs(86_400_000)
    expect(clock.now().getTime() - Date.now()).toBeGreaterThan(86_400_000 - 1_000)
    expect(clock.offsetMs()).toBe(86_400_000)
  })
})

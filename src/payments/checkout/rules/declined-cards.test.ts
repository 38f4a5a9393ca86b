import { describe, expect, it } from 'vitest'
import { addMs, MINUTE } from '../../../runtime/clock.ts'
import { restOfCustomer, restOfOrder, restOfStore } from './declined-cards.ts'

const now = new Date('2026-05-04T12:00:00Z')

const declined = (...minutesAgo: number[]) =>
  minutesAgo.map((minutes) => ({
    mode: 'card_page' as const,
    state: 'declined' as const,
    created_at: addMs(now, -minutes * MINUTE),
  }))
const tenWithin = (minutes: number) =>
  declined(...Array.from({ length: 10 }, (_, i) => (minutes * (i + 1)) / 10))

describe('the lockout after many declined cards', () => {
  it('nine declined cards cause no lockout', () => {
    expect(restOfOrder(tenWithin(10).slice(1), now)).toBeUndefined()
  })

  it('ten declined cards cause a lockout until the first is an hour old', () => {
    expect(restOfOrder(tenWithin(10), now)).toBe(50 * 60)
    expect(restOfOrder(tenWithin(59), now)).toBe(60)
    expect(restOfOrder(tenWithin(60), now)).toBeUndefined()
  })

  it('the latest ten charges count, in any sequence', () => {
    const attempts = [...declined(50, 55), ...tenWithin(10)]
    expect(restOfOrder(attempts, now)).toBe(50 * 60)
    expect(restOfOrder(attempts.toReversed(), now)).toBe(50 * 60)
  })

  it('charges that no processor tried, that were approved or that used no card page do not count', () => {
    const [first, ...others] = tenWithin(10)
    if (!first) throw new Error('ten')
    for (const other of [
      { ...first, state: 'refused' as const },
      { ...first, state: 'abandoned' as const },
      { ...first, state: 'paid' as const },
      { ...first, mode: 'saved_card' as const },
    ]) {
      expect(restOfOrder([other, ...others], now)).toBeUndefined()
    }
  })

  it('a charge counts before its outcome, even at the bank', () => {
    const [first, ...others] = tenWithin(10)
    if (!first) throw new Error('ten')
    for (const state of ['intended', 'authenticating', 'pending', 'expired'] as const) {
      expect(restOfOrder([{ ...first, state }, ...others], now)).toBe(50 * 60)
    }
  })
})

describe('the lockout of a customer', () => {
  it('declined cards of all orders count together', () => {
    const times = tenWithin(10).map(({ created_at }) => created_at)
    expect(restOfCustomer(times.slice(1), now)).toBeUndefined()
    expect(restOfCustomer(times, now)).toBe(50 * 60)
  })
})

describe('the lockout of a store', () => {
  const times = (count: number, withinMinutes: number) =>
    Array.from({ length: count }, (_, i) => addMs(now, (-withinMinutes * MINUTE * (i + 1)) / count))

  it('card testing starts a lockout of at most ten minutes', () => {
    expect(
      restOfStore({ atBankAt: [], failedAt: times(29, 5), approvedAt: [] }, now),
    ).toBeUndefined()
    expect(restOfStore({ atBankAt: [], failedAt: times(30, 5), approvedAt: [] }, now)).toBe(5 * 60)
    expect(
      restOfStore({ atBankAt: [], failedAt: times(500, 5), approvedAt: times(3, 5) }, now),
    ).toBeLessThan(600)
  })

  it('a busy day with up to two declines per approved card causes no lockout', () => {
    expect(
      restOfStore({ atBankAt: [], failedAt: times(200, 9), approvedAt: times(100, 9) }, now),
    ).toBeUndefined()
    expect(
      restOfStore({ atBankAt: [], failedAt: times(201, 9), approvedAt: times(100, 9) }, now),
    ).toBeGreaterThan(0)
    const before = times(400, 50).filter((at) => at < addMs(now, -10 * MINUTE))
    expect(
      restOfStore({ atBankAt: [], failedAt: times(40, 5), approvedAt: before }, now),
    ).toBeGreaterThan(0)
  })

  it('customers at the bank raise the threshold, as when a sale begins', () => {
    const begun = (atBank: number, taken: number) =>
      restOfStore(
        { failedAt: times(20, 2), atBankAt: times(atBank, 2), approvedAt: times(taken, 2) },
        now,
      )
    expect(begun(79, 0)).toBeUndefined()
    expect(begun(80, 0)).toBeGreaterThan(0)
    expect(begun(400, 210)).toBeUndefined()
  })
})

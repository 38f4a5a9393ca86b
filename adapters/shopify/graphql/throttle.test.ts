import { describe, expect, test } from 'vitest'
import { failed, type GraphqlFailure } from './outcome.ts'
import {
  type Budget,
  msUntilAffordable,
  settled,
  takeFrom,
  waitBeforeRepeating,
} from './throttle.ts'

const at = new Date('2026-11-22T10:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const budget = (available: number, more: Partial<Budget> = {}): Budget => ({
  available,
  maximum: 2_000,
  restoreRate: 100,
  at,
  ...more,
})
const report = (currentlyAvailable: number, actualQueryCost: number | null = 10) => ({
  requestedQueryCost: 100,
  actualQueryCost,
  throttleStatus: { maximumAvailable: 2_000, currentlyAvailable, restoreRate: 100 },
})

describe('the points of a shop', () => {
  test('what there is, is taken without a wait', () => {
    expect(takeFrom(budget(150), { cost: 100, now: at })).toEqual({
      outcome: 'go',
      waitMs: 0,
      left: budget(50),
    })
  })

  test('who comes when they are spent waits for them, and the next one behind', () => {
    const first = takeFrom(budget(0), { cost: 100, now: at })
    expect(first).toEqual({ outcome: 'go', waitMs: 1_000, left: budget(-100) })
    expect(takeFrom(budget(-100), { cost: 100, now: at })).toMatchObject({
      outcome: 'go',
      waitMs: 2_000,
    })
  })

  test('a wait that would hold up a worker is not begun', () => {
    expect(takeFrom(budget(-450), { cost: 100, now: at })).toEqual({
      outcome: 'full',
      waitMs: 5_500,
    })
  })

  test('they come back with time, up to what the shop has', () => {
    expect(takeFrom(budget(0), { cost: 100, now: later(500) })).toMatchObject({ waitMs: 500 })
    expect(takeFrom(budget(1_990), { cost: 0, now: later(9_000) })).toMatchObject({
      left: { available: 2_000 },
    })
  })

  test('a clock that was set back gives none', () => {
    expect(takeFrom(budget(100), { cost: 100, now: later(-9_000) })).toMatchObject({
      left: { available: 0 },
    })
  })

  test('who tells of money finds some left by those who only look', () => {
    const look = { cost: 100, now: at, leavesSome: true }
    expect(takeFrom(budget(650), look)).toMatchObject({ outcome: 'go', waitMs: 0 })
    expect(takeFrom(budget(550), look)).toMatchObject({ outcome: 'go', waitMs: 500 })
    expect(takeFrom(budget(50), look)).toMatchObject({ outcome: 'full' })
    expect(takeFrom(budget(50), { ...look, longestWaitMs: 6_000 })).toMatchObject({ outcome: 'go' })
    expect(takeFrom(budget(2_000), { ...look, cost: 1_900 })).toMatchObject({ waitMs: 0 })
  })

  test('what costs more than there can be is left to the shop to refuse', () => {
    expect(takeFrom(budget(2_000), { cost: 9_000, now: at })).toMatchObject({
      outcome: 'go',
      waitMs: 0,
    })
  })

  test('a shop that gives none back is not waited for', () => {
    expect(takeFrom(budget(0, { restoreRate: 0 }), { cost: 1, now: at })).toMatchObject({
      outcome: 'full',
    })
  })

  test('after an answer, what was not spent is there again', () => {
    expect(settled(budget(400), { taken: 100, report: report(490), now: at }).available).toBe(490)
  })

  test('what others have taken and not asked for yet is not given away twice', () => {
    expect(settled(budget(200), { taken: 100, report: report(490), now: at }).available).toBe(290)
  })

  test('what somebody else has spent is believed', () => {
    expect(settled(budget(900), { taken: 100, report: report(5), now: at }).available).toBe(5)
  })

  test('the first answer says how it stands', () => {
    const first = settled(undefined, { taken: 50, report: report(1_990), now: at })
    expect(first).toEqual(budget(1_990))
  })

  test('an operation that was throttled waits until its points are back', () => {
    expect(msUntilAffordable(report(40, null))).toBe(600)
  })
})

describe('sending again', () => {
  const lost = failed('unreachable', 'retry', { detail: '', effect: 'unknown' })
  const throttled = failed('throttled', 'retry', { detail: '', effect: 'none', retryAfterMs: 600 })
  const wait = (failure: GraphqlFailure, isRepeatable: boolean, tries = 1) =>
    waitBeforeRepeating(failure, { isRepeatable, tries })

  test('what only reads is sent again, three times at most', () => {
    expect([1, 2, 3].map((tries) => wait(lost, true, tries))).toEqual([200, 1_000, undefined])
  })

  test('what may have changed the shop is not', () => {
    expect(wait(lost, false)).toBeUndefined()
  })

  test('what the shop had no points for is: nothing was done', () => {
    expect(wait(throttled, false)).toBe(600)
  })

  test('a long wait is left to the task', () => {
    expect(wait({ ...throttled, retryAfterMs: 5_001 }, true)).toBeUndefined()
  })

  test('a refusal is a refusal', () => {
    expect(wait({ ...lost, retry: 'ask-a-person' }, true)).toBeUndefined()
  })
})

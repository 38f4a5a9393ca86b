import { describe, expect, test } from 'vitest'
import type { Budget } from '../tables/rows.ts'
import { type GraphqlFailure, operationFailed } from './outcome.ts'
import { budgetAfter, claimPoints, msUntilAffordable, waitBeforeRepeating } from './throttle.ts'

const at = new Date('2026-11-22T10:00:00Z')
const later = (ms: number) => new Date(at.getTime() + ms)
const budget = (available: number, more: Partial<Budget> = {}): Budget => ({
  available,
  maximum: 2_000,
  restore_rate: 100,
  at,
  ...more,
})
const report = (currentlyAvailable: number, actualQueryCost: number | null = 10) => ({
  requestedQueryCost: 100,
  actualQueryCost,
  throttleStatus: { maximumAvailable: 2_000, currentlyAvailable, restoreRate: 100 },
})

describe('rate limit points of a shop', () => {
  test('available points are claimed without a wait', () => {
    expect(claimPoints(budget(150), { cost: 100, now: at })).toEqual({
      outcome: 'go',
      waitMs: 0,
      left: budget(50),
    })
  })

  test('calls queue once the points are spent', () => {
    const first = claimPoints(budget(0), { cost: 100, now: at })
    expect(first).toEqual({ outcome: 'go', waitMs: 1_000, left: budget(-100) })
    expect(claimPoints(budget(-100), { cost: 100, now: at })).toMatchObject({
      outcome: 'go',
      waitMs: 2_000,
    })
  })

  test('a wait beyond the bound claims no points', () => {
    expect(claimPoints(budget(-450), { cost: 100, now: at })).toEqual({
      outcome: 'full',
      waitMs: 5_500,
    })
  })

  test('points restore over time, up to the maximum', () => {
    expect(claimPoints(budget(0), { cost: 100, now: later(500) })).toMatchObject({ waitMs: 500 })
    expect(claimPoints(budget(1_990), { cost: 0, now: later(9_000) })).toMatchObject({
      left: { available: 2_000 },
    })
  })

  test('a clock that moved back restores no points', () => {
    expect(claimPoints(budget(100), { cost: 100, now: later(-9_000) })).toMatchObject({
      left: { available: 0 },
    })
  })

  test('reads leave a reserve for notifications about money', () => {
    const look = { cost: 100, now: at, leavesSome: true }
    expect(claimPoints(budget(650), look)).toMatchObject({ outcome: 'go', waitMs: 0 })
    expect(claimPoints(budget(550), look)).toMatchObject({ outcome: 'go', waitMs: 500 })
    expect(claimPoints(budget(50), look)).toMatchObject({ outcome: 'full' })
    expect(claimPoints(budget(50), { ...look, longestWaitMs: 6_000 })).toMatchObject({
      outcome: 'go',
    })
    expect(claimPoints(budget(2_000), { ...look, cost: 1_900 })).toMatchObject({ waitMs: 0 })
  })

  test('a cost above the maximum goes to the shop, which refuses it', () => {
    expect(claimPoints(budget(2_000), { cost: 9_000, now: at })).toMatchObject({
      outcome: 'go',
      waitMs: 0,
    })
  })

  test('a shop that restores no points is not waited for', () => {
    expect(claimPoints(budget(0, { restore_rate: 0 }), { cost: 1, now: at })).toMatchObject({
      outcome: 'full',
    })
  })

  test('a response returns the unspent points', () => {
    expect(budgetAfter(budget(400), { taken: 100, report: report(490), now: at }).available).toBe(
      490,
    )
  })

  test('a response does not return points reserved by calls in flight', () => {
    expect(budgetAfter(budget(200), { taken: 100, report: report(490), now: at }).available).toBe(
      290,
    )
  })

  test('a lower balance reported by the shop wins', () => {
    expect(budgetAfter(budget(900), { taken: 100, report: report(5), now: at }).available).toBe(5)
  })

  test('the first response sets the budget', () => {
    const first = budgetAfter(undefined, { taken: 50, report: report(1_990), now: at })
    expect(first).toEqual(budget(1_990))
  })

  test('a throttled operation waits until the shop can afford it', () => {
    expect(msUntilAffordable(report(40, null))).toBe(600)
  })
})

describe('retries of failed calls', () => {
  const lost = operationFailed('unreachable', { detail: '', effect: 'unknown' })
  const throttled = operationFailed('throttled', {
    detail: '',
    effect: 'none',
    retryAfterMs: 600,
  })
  const wait = (failure: GraphqlFailure, isRepeatable: boolean, tries = 1) =>
    waitBeforeRepeating(failure, { isRepeatable, tries })

  test('a read is sent at most three times', () => {
    expect([1, 2, 3].map((tries) => wait(lost, true, tries))).toEqual([200, 1_000, undefined])
  })

  test('a mutation with an unknown effect is not retried', () => {
    expect(wait(lost, false)).toBeUndefined()
  })

  test('a throttled mutation is retried, because it had no effect', () => {
    expect(wait(throttled, false)).toBe(600)
  })

  test('a long wait is left to the task', () => {
    expect(wait({ ...throttled, retryAfterMs: 5_001 }, true)).toBeUndefined()
  })

  test('a failure that needs attention is not retried', () => {
    expect(wait({ ...lost, retry: 'ask-a-person' }, true)).toBeUndefined()
  })
})

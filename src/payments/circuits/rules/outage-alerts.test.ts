import { describe, expect, it } from 'vitest'
import { addMs, HOUR } from '../../../runtime/clock.ts'
import { type Failing, holdsUpOrders, isOutageAlertDue, shouldPause } from './outage-alerts.ts'

const since = new Date('2026-05-10T12:00:00Z')

const failedFor = (hours: number, fields: Partial<Failing> = {}): Failing => ({
  openings: 3,
  failing_since: since,
  updated_at: addMs(since, hours * HOUR),
  paused_at: null,
  ...fields,
})

describe('a store that fails', () => {
  it('an outage of an hour is worth an alert, a shorter one is not', () => {
    const lasting = [0.9, 1].map((hours) => isOutageAlertDue(failedFor(hours), 'shop'))
    expect(lasting).toEqual([false, true])
  })

  it('an order that has waited five minutes for the store is worth an alert', () => {
    const minutes = (count: number) => addMs(since, count * 60_000)
    const holdsUp = (waitingSince: Date | undefined, now: Date) =>
      holdsUpOrders(failedFor(0), { waitingSince, now })
    expect(holdsUp(undefined, minutes(50))).toBe(false)
    expect(holdsUp(since, minutes(4.9))).toBe(false)
    expect(holdsUp(addMs(since, -60_000), minutes(5))).toBe(true)
    expect(holdsUp(minutes(10), minutes(14))).toBe(false)
    expect(holdsUp(minutes(10), minutes(15))).toBe(true)
  })

  it('a single failure without another try is worth no alert', () => {
    expect([isOutageAlertDue(failedFor(0), 'shop'), shouldPause(failedFor(0))]).toEqual([
      false,
      false,
    ])
  })

  it('an outage of two days pauses the store once', () => {
    expect([shouldPause(failedFor(47)), shouldPause(failedFor(48))]).toEqual([false, true])
    expect(shouldPause(failedFor(48, { paused_at: since }))).toBe(false)
  })

  it('a store that refuses notifications is worth an alert but is not paused', () => {
    const refusing = failedFor(100, { openings: 0 })
    expect([isOutageAlertDue(refusing, 'shop'), shouldPause(refusing)]).toEqual([true, false])
  })
})

describe('a gateway that fails', () => {
  it('an outage of a minute is worth an alert, one of seconds is not', () => {
    const lasting = [5, 59, 60].map((seconds) =>
      isOutageAlertDue(failedFor(seconds / 3_600), 'gateway'),
    )
    expect(lasting).toEqual([false, false, true])
  })
})

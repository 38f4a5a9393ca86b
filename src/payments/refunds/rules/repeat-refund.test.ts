import { describe, expect, it } from 'vitest'
import type { RefundReading, RefundSend } from '../../../db/tables/refunds.ts'
import { canBeCancelledAfterDoubt, decideRetry, earliestRetry } from './repeat-refund.ts'

const START = Date.parse('2026-05-04T15:00:00.000Z')
const at = (minutes: number): Date => new Date(START + minutes * 60_000)
const send = (minutes: number, answer: RefundSend['answer'] = 'none'): RefundSend => ({
  at: at(minutes).toISOString(),
  kind: 'refund',
  answer,
})
const reading = (minutes: number, is_explained = true): RefundReading => ({
  at: at(minutes).toISOString(),
  state: 'paid',
  refunded_amount: '0.00',
  is_explained,
})
const decide = (minutes: number, readings: number[], sends = [send(0)]) =>
  decideRetry({ sends, readings: readings.map((each) => reading(each)), now: at(minutes) })

describe('the retry of an unanswered refund', () => {
  it('the retry follows an hour later, after three readings a quarter of an hour apart', () => {
    expect(decide(61, [1, 16, 31, 46, 61])).toEqual({ decision: 'repeat' })
    expect(decide(60, [30, 45, 60])).toEqual({ decision: 'repeat' })
  })

  it('the hour counts from the end of the call, however long the call took', () => {
    const sends = [{ ...send(0), given_up_at: at(120).toISOString() }]
    expect(decide(151, [121, 136, 151], sends).decision).toBe('read-again')
    expect(decide(181, [121, 136, 151, 166, 181], sends)).toEqual({ decision: 'repeat' })
    expect(canBeCancelledAfterDoubt(sends, at(151))).toBe(false)
  })

  it('the retry waits for the hour, however often the payment was read', () => {
    expect(decide(59, [1, 16, 31, 46])).toEqual({ decision: 'read-again', afterMs: 120_000 })
  })

  it('the retry waits after two readings, or after three within minutes', () => {
    expect(decide(90, [61, 90]).decision).toBe('read-again')
    expect(decide(63, [61, 62, 63]).decision).toBe('read-again')
  })

  it('a reading with an older sum restarts the count', () => {
    const readings = [reading(1), reading(16), reading(31), reading(46, false), reading(61)]
    const decided = decideRetry({ sends: [send(0)], readings, now: at(61) })
    expect(decided).toEqual({ decision: 'read-again', afterMs: 15 * 60_000 })
  })

  it('the first readings follow one and five minutes after the send', () => {
    expect(decide(0, [0])).toEqual({ decision: 'read-again', afterMs: 60_000 })
    expect(decide(2, [1])).toEqual({ decision: 'read-again', afterMs: 180_000 })
  })

  it('an operator decides if the retry is unanswered as well, even when its process died', () => {
    for (const answer of ['none', null] as const) {
      const sends = [send(0), send(70, answer)]
      expect(decide(500, [100, 200, 300], sends)).toEqual({ decision: 'needs-attention' })
    }
  })

  it('a retry that was refused or never sent does not count', () => {
    expect(decide(140, [1, 16, 31, 140], [send(0), send(70, 'refused')])).toEqual({
      decision: 'repeat',
    })
    expect(decide(0, [], [send(0, 'refused')])).toEqual({ decision: 'repeat' })
  })

  it('the refund can be cancelled once it would have shown', () => {
    expect(canBeCancelledAfterDoubt([send(0), send(70)], at(120))).toBe(false)
    expect(canBeCancelledAfterDoubt([send(0), send(70)], at(130))).toBe(true)
  })

  it('the announced time of the retry is never later than the retry', () => {
    const earliest = (minutes: number, readings: number[], sends = [send(0)]) =>
      earliestRetry({ sends, readings: readings.map((each) => reading(each)), now: at(minutes) })
    expect(earliest(1, [])).toEqual(at(60))
    expect(earliest(50, [])).toEqual(at(80))
    expect(earliest(50, [46])).toEqual(at(76))
    expect(earliest(61, [1, 16, 31, 46, 61])).toEqual(at(60))
    expect(earliest(1, [], [])).toBeUndefined()
    expect(earliest(1, [], [send(0), send(60)])).toBeUndefined()
    for (let minute = 0; minute <= 180; minute += 5) {
      const readings = [1, 16, 31, 46, 61, 76].filter((each) => each <= minute)
      if (decide(minute, readings).decision !== 'repeat') continue
      expect(earliest(minute, readings)?.getTime(), `${minute}`).toBeLessThanOrEqual(
        at(minute).getTime(),
      )
    }
  })
})

import { describe, expect, it } from 'vitest'
import { addMs, DAY } from '../../runtime/clock.ts'
import { daysOfReport, nextReportAt, reportAfter } from './report-times.ts'

/** Sunday the 22nd, 23:30 in Honduras. */
const LATE_SUNDAY = new Date('2026-11-23T05:30:00Z')
const MONDAY_AT_SIX = new Date('2026-11-23T12:00:00Z')

describe('when a report is due', () => {
  it('a daily report is due the next morning at six in Honduras, and covers the day before', () => {
    expect(nextReportAt('day', LATE_SUNDAY)).toEqual(MONDAY_AT_SIX)
    expect(daysOfReport('day', MONDAY_AT_SIX)).toEqual({ from: '2026-11-22', to: '2026-11-22' })
  })

  it('a weekly report is due on Monday, and covers Monday to Sunday', () => {
    expect(nextReportAt('week', LATE_SUNDAY)).toEqual(MONDAY_AT_SIX)
    expect(nextReportAt('week', MONDAY_AT_SIX)).toEqual(addMs(MONDAY_AT_SIX, 7 * DAY))
    expect(daysOfReport('week', MONDAY_AT_SIX)).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  })

  it('reports missed in a short outage are sent one by one, older ones are skipped', () => {
    const due = { every: 'day' as const, dueAt: MONDAY_AT_SIX }
    expect(reportAfter(due, addMs(MONDAY_AT_SIX, 3 * DAY))).toEqual(addMs(MONDAY_AT_SIX, DAY))
    expect(reportAfter(due, addMs(MONDAY_AT_SIX, 30 * DAY))).toEqual(addMs(MONDAY_AT_SIX, 24 * DAY))
  })
})

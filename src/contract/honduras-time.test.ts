import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatHondurasTime, parseHondurasTime, startOfHondurasDay } from './honduras-time.ts'

describe('Honduras time', () => {
  it('Honduras time is six hours behind UTC in summer and winter', () => {
    expect(parseHondurasTime('2026-01-15 10:00:00')).toEqual(new Date('2026-01-15T16:00:00Z'))
    expect(parseHondurasTime('2026-07-15 10:00:00')).toEqual(new Date('2026-07-15T16:00:00Z'))
    expect(formatHondurasTime(new Date('2026-07-15T16:00:00.999Z'))).toBe('2026-07-15 10:00:00')
  })

  it('an evening in Honduras is already the next day in UTC', () => {
    const evening = new Date('2026-12-31 20:30:00 -06:00')
    expect(evening.toISOString()).toBe('2027-01-01T02:30:00.000Z')
    expect(formatHondurasTime(evening)).toBe('2026-12-31 20:30:00')
    expect(startOfHondurasDay('2026-12-31')).toEqual(new Date('2026-12-31T06:00:00Z'))
  })

  it.each([
    '2026-02-29 10:00:00',
    '2026-02-30 10:00:00',
    '2026-04-31 10:00:00',
    '2026-13-01 10:00:00',
    '2026-00-10 10:00:00',
    '2026-11-00 10:00:00',
    '2026-11-21 24:00:00',
    '2026-11-21 10:60:00',
    '2026-11-21 10:00:60',
    '2026-11-21',
    '2026-11-21 10:00',
    '21-11-2026 10:00:00',
    '',
    ' 2026-11-21 10:00:00',
    '2026-11-21 10:00:00\n',
    '0000-00-00 00:00:00',
  ])('%o is not a valid time', (text) => {
    expect(parseHondurasTime(text)).toBeUndefined()
  })

  it('the parser accepts leap days', () => {
    expect(parseHondurasTime('2028-02-29 00:00:00')).toEqual(new Date('2028-02-29T06:00:00Z'))
  })

  it('every instant survives a round trip', () => {
    const seconds = fc.integer({ min: -2_000_000_000, max: 32_000_000_000 })
    fc.assert(
      fc.property(seconds, (since1970) => {
        const instant = new Date(since1970 * 1_000)
        expect(parseHondurasTime(formatHondurasTime(instant))).toEqual(instant)
        const start = startOfHondurasDay(formatHondurasTime(instant).slice(0, 10))
        expect(start?.getTime()).toBeLessThanOrEqual(instant.getTime())
        expect(instant.getTime() - (start?.getTime() ?? 0)).toBeLessThan(86_400_000)
      }),
    )
  })
})

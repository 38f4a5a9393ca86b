import { expect, it } from 'vitest'
import { addMs, DAY, HOUR, MINUTE } from '../../../runtime/clock.ts'
import { reminderAt } from './reminder.ts'

const now = new Date('2026-11-22T15:00:00Z')
const after = (lastsMs: number) => reminderAt({ now, expiresAt: addMs(now, lastsMs) })

it('a request of a week is reminded of a day before its end', () => {
  expect(after(7 * DAY)).toEqual(addMs(now, 6 * DAY))
})

it('a request of a day is reminded of halfway', () => {
  expect(after(DAY)).toEqual(addMs(now, 12 * HOUR))
  expect(after(2 * HOUR)).toEqual(addMs(now, HOUR))
})

it('a request of an hour, or one that is over, is not reminded of', () => {
  expect(after(2 * HOUR - MINUTE)).toBeUndefined()
  expect(after(-DAY)).toBeUndefined()
})

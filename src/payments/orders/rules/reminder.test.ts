import { expect, it } from 'vitest'
import { addMs, DAY, HOUR, MINUTE } from '../../../runtime/clock.ts'
import { reminderAt } from './reminder.ts'

const now = new Date('2026-11-22T15:00:00Z')
const after = (lastsMs: number) => reminderAt({ now, expiresAt: addMs(now, lastsMs) })

it('a request of a week has a reminder a day before it expires', () => {
  expect(after(7 * DAY)).toEqual(addMs(now, 6 * DAY))
})

it('a request of a day has a reminder halfway', () => {
  expect(after(DAY)).toEqual(addMs(now, 12 * HOUR))
  expect(after(2 * HOUR)).toEqual(addMs(now, HOUR))
})

it('a request of an hour, or an expired one, has no reminder', () => {
  expect(after(2 * HOUR - MINUTE)).toBeUndefined()
  expect(after(-DAY)).toBeUndefined()
})

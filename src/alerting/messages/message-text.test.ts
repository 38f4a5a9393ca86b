import { expect, it } from 'vitest'
import { HOUR, MINUTE } from '../../runtime/clock.ts'
import { ageText } from './message-text.ts'

it.each([
  [0, 'less than a minute'],
  [5 * MINUTE, '5 min'],
  [HOUR, '1 h'],
  [2 * HOUR + 5 * MINUTE, '2 h 5 min'],
  [76 * HOUR + 5 * MINUTE, '3 d 4 h'],
])('an age of %i ms reads %s', (ms, text) => {
  expect(ageText(ms, 'en')).toBe(text)
})

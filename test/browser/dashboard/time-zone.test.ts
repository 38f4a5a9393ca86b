import { expect, it } from 'vitest'
import { readerZoneName } from '../../../dashboard/app/time-zone.ts'

const WINTER = new Date('2026-01-10T12:00:00Z')
const SUMMER = new Date('2026-07-10T12:00:00Z')

it.each([WINTER, SUMMER])(
  'a reader in Chicago reads Central Time, also while it equals Honduras time (%s)',
  (at) => {
    expect(readerZoneName(at, 'en', 'America/Chicago')).toBe('Central Time')
  },
)

it.each([WINTER, SUMMER])('a reader in Costa Rica reads Honduras time (%s)', (at) => {
  expect(readerZoneName(at, 'es', 'America/Costa_Rica')).toBeUndefined()
})

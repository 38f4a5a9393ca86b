import { expect, it } from 'vitest'
import { addMs, DAY, HOUR, MINUTE } from '../../../runtime/clock.ts'
import { judgeEndpoint } from './endpoint-outage.ts'

const start = new Date('2026-11-22T12:00:00Z')
const failingFor = (ms: number) => ({ failing_since: start, updated_at: addMs(start, ms) })

it.each<[string, number, ReturnType<typeof judgeEndpoint>]>([
  ['one failure is no outage', 0, 'working'],
  ['failures of almost an hour are no outage', 59 * MINUTE, 'working'],
  ['an hour of failures opens the alert', HOUR, 'failing'],
  ['almost five days of failures disable nothing', 5 * DAY - 1, 'failing'],
  ['five days of failures disable the endpoint', 5 * DAY, 'to-disable'],
])('%s', (_, ms, judged) => {
  expect(judgeEndpoint(failingFor(ms))).toBe(judged)
})

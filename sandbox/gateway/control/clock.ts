import type { z } from 'zod'
import { json, type Reply } from '../http/reply.ts'
import { rememberOffset } from '../time/sandbox-clock.ts'
import type { Controls } from './controls.ts'
import type { clockInput } from './inputs.ts'
import { rejectField } from './pay.ts'

/** The contract's timestamps have four-digit years. */
const EARLIEST = Date.parse('2000-01-01T00:00:00Z')
const LATEST = Date.parse('9000-01-01T00:00:00Z')

/** `GET /sandbox/clock` */
export const showClock = ({ sandbox: { clock } }: Pick<Controls, 'sandbox'>): Reply =>
  json(200, { now: clock.now().toISOString() })

/** `POST /sandbox/clock`: due work runs before the response. */
export const moveClock = async (controls: Controls, input: z.output<typeof clockInput>) => {
  const { clock, database } = controls.sandbox
  const target =
    input.now === undefined
      ? clock.now().getTime() + (input.advance_seconds ?? 0) * 1000
      : Date.parse(input.now)
  if (!(target >= EARLIEST && target <= LATEST)) {
    const [field = 'now'] = Object.keys(input)
    return rejectField(field, 'The clock goes from the year 2000 to the year 8999.')
  }
  await controls.travelTo(new Date(target))
  await rememberOffset(database, clock)
  return showClock(controls)
}

import type { Sender } from './send.ts'

export interface Duration {
  days?: number
  hours?: number
  minutes?: number
  seconds?: number
}

/** The gateway's clock: expiry, settlement and webhook retries follow it. */
export interface Clock {
  now(): Promise<Date>
  /** Moves forward; everything that falls due on the way happens in order. Returns the new time. */
  advance(duration: Duration): Promise<Date>
  /** Moves to an instant, also an earlier one. */
  set(instant: Date | string): Promise<Date>
}

const PATH = '/sandbox/clock'

export const clockOf = ({ send }: Sender): Clock => {
  const move = async (body: object): Promise<Date> =>
    new Date((await send<{ now: string }>('POST', PATH, body)).now)
  return {
    now: async () => new Date((await send<{ now: string }>('GET', PATH)).now),
    advance: (duration) => move({ advance_seconds: secondsOf(duration) }),
    set: (instant) => move({ now: new Date(instant).toISOString() }),
  }
}

const secondsOf = ({ days = 0, hours = 0, minutes = 0, seconds = 0 }: Duration): number =>
  ((days * 24 + hours) * 60 + minutes) * 60 + seconds

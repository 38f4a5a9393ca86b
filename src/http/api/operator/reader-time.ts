import type { RequestHandler } from 'express'
import { inTimeZone } from '../../../locales/reader-time-zone.ts'
import type { Clock } from '../../../runtime/clock.ts'

/**
 * Sends Puente's time as `Puente-Time`, because the reader's clock may be wrong, and renders texts
 * in the IANA zone of the request's `Time-Zone`. Ignores an unknown zone.
 */
export const readerTime =
  (clock: Clock): RequestHandler =>
  (request, response, next) => {
    response.set('puente-time', clock.now().toISOString())
    const timeZone = request.get('time-zone')
    if (request.method !== 'GET' || !timeZone || !isTimeZone(timeZone)) next()
    else inTimeZone(timeZone, next)
  }

const MOST_CHARACTERS = 64

const isTimeZone = (timeZone: string): boolean => {
  if (timeZone.length > MOST_CHARACTERS) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

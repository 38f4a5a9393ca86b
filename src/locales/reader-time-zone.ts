import { AsyncLocalStorage } from 'node:async_hooks'

const current = new AsyncLocalStorage<string>()

/** Runs `run` with a reader's IANA time zone, which texts of times follow. */
export const inTimeZone = <T>(timeZone: string, run: () => T): T => current.run(timeZone, run)

/** Returns the time zone of the reader of this request, or `undefined`. */
export const timeZoneOfReader = (): string | undefined => current.getStore()

import { type DestinationStream, type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'
import { maskSecrets } from './masking.ts'

/**
 * A structured log. The bindings `store` and `order` are the ids that follow an order through all
 * its steps: one search for an order's id shows its whole life.
 */
export type Log = Logger

export interface LogOptions {
  level: string
  /** Which service writes: `puente`, `sandbox`. */
  service: string
  /** Where lines go; standard output unless told. */
  destination?: DestinationStream
}

/**
 * JSON lines with UTC times. Of an error only what `describeError` lets through is written; every line passes through `maskSecrets` before it leaves.
 */
export const createLog = ({ level, service, destination }: LogOptions): Log =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      hooks: { streamWrite: maskSecrets },
    },
    destination ?? pino.destination({ dest: 1, sync: true }),
  )

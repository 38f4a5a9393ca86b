import { type DestinationStream, type Logger, pino } from 'pino'
import { describeError } from './describe-error.ts'
import { currentLogFields } from './log-fields.ts'
import { maskSecrets } from './masking.ts'
import { terminalLines } from './terminal-lines.ts'

/**
 * A structured log. The bindings `store` and `order` are the ids that follow an order through all
 * its steps: one search for an order's id shows its whole life; `request` does so for one request.
 * `said` is the line as a person reads
 * it who sits at a terminal.
 */
export type Log = Logger

export interface LogOptions {
  level: string
  /** Which service writes: `puente`, `sandbox`. */
  service: string
  /** Where lines go; standard output unless told. */
  destination?: DestinationStream
  /** Lines are for a person at a terminal; unless told, as standard output is one. */
  terminal?: { colors: boolean } | undefined
}

/**
 * JSON lines with UTC times, or on a terminal short ones for people. Of an error only what
 * `describeError` lets through is written; every line passes through `maskSecrets` before it leaves.
 */
export const createLog = ({
  level,
  service,
  destination = process.stdout,
  terminal = destination === process.stdout ? ownTerminal() : undefined,
}: LogOptions): Log =>
  pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      mixin: currentLogFields,
      serializers: { err: describeError },
      hooks: { streamWrite: maskSecrets },
    },
    terminal ? terminalLines(destination, { ...terminal, level }) : destination,
  )

/** `hasColors` knows `NO_COLOR` and what else terminals are told. */
const ownTerminal = (): LogOptions['terminal'] =>
  process.stdout.isTTY ? { colors: process.stdout.hasColors() } : undefined

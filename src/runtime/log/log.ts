import { type DestinationStream, type Logger, pino } from 'pino'
import { describeError } from '../text/describe-error.ts'
import { maskSecrets } from '../text/masking.ts'
import { currentLogFields } from './log-fields.ts'
import { terminalLines } from './terminal-lines.ts'

/**
 * `store` and `order` bindings let one search show an order's whole life; `request` follows a
 * request. `said` is the line for a human at a terminal.
 */
export type Log = Logger

export interface LogOptions {
  level: string
  service: string
  /** Defaults to stdout. */
  destination?: DestinationStream
  /** Renders for humans; default if stdout is a terminal. */
  terminal?: { colors: boolean } | undefined
}

/**
 * Writes JSON lines, or short lines on a terminal. `describeError` filters errors, `maskSecrets`
 * every line.
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

/** `hasColors` respects `NO_COLOR` and the like. */
const ownTerminal = (): LogOptions['terminal'] =>
  process.stdout.isTTY ? { colors: process.stdout.hasColors() } : undefined

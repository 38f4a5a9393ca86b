import { errorCode } from '../error-code.ts'
import type { Log } from './log.ts'

const EVERY_MS = 60_000
/** Upper bound on kinds, which strangers may cause; further ones share a counter. */
const MOST_KINDS = 200

/** Fields shared by all of a kind; never a stranger's text. */
export type Kind = Readonly<Record<string, string | number | undefined>>

export type Which = Readonly<Record<string, string | undefined>>

/** Counts an occurrence. The log shows `which` of the first and the last. */
export type Tally = (kind: Kind, message: string, which?: Which) => void

export interface RunningTally {
  tally: Tally
  /** Counts per error code; the log shows the first in full. */
  tallyError(error: unknown, message: string, kind?: Kind, which?: Which): void
  close(): void
}

/**
 * Throttles log lines that strangers or an unreachable server can repeat: logs the first of a kind,
 * then a count per minute.
 */
export const createTally = (
  log: Pick<Log, 'warn'>,
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): RunningTally => {
  const kinds = new Map<string, { kind: Kind; message: string; count: number; last?: Which }>()
  const write = (): void => {
    for (const [key, entry] of kinds) {
      // After a quiet minute, logs the next one immediately.
      if (entry.count === 0) kinds.delete(key)
      else log.warn(counted(entry), entry.message)
      entry.count = 0
    }
  }
  const timer = setInterval(write, everyMs)
  timer.unref()
  const note = (
    kind: Kind,
    message: string,
    { which, ...first }: { which: Which | undefined; err?: unknown },
  ): void => {
    const key = JSON.stringify([message, kind])
    const entry = kinds.get(key)
    if (entry) {
      entry.count++
      if (which) entry.last = which
    } else if (kinds.size < MOST_KINDS) {
      kinds.set(key, { kind, message, count: 0 })
      log.warn({ ...kind, ...first, ...which }, message)
    } else {
      const others = kinds.get('') ?? { kind: {}, message: 'others of many kinds', count: 0 }
      others.count++
      kinds.set('', others)
    }
  }
  return {
    tally: (kind, message, which) => note(kind, message, { which }),
    tallyError: (error, message, kind = {}, which) =>
      note({ ...kind, error: codeOf(error) }, message, { err: error, which }),
    close: () => {
      clearInterval(timer)
      write()
    },
  }
}

const counted = ({ kind, count, last }: { kind: Kind; count: number; last?: Which }): object =>
  last ? { ...kind, count, last } : { ...kind, count }

/** Groups by code, because messages vary within a kind. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  return errorCode(error) ?? error.name
}

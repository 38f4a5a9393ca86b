import { errorCode } from './error-code.ts'
import type { Log } from './log.ts'

const EVERY_MS = 60_000
/** Beyond, all are counted as one: what is counted may come from strangers. */
const MOST_KINDS = 200

/** What is the same in all that are counted together; never anything that a stranger has written. */
export type Kind = Readonly<Record<string, string | number | undefined>>

/** What tells one of many from the others, such as its id. */
export type Which = Readonly<Record<string, string | undefined>>

/** Notes one of many of a kind. `which` is said of the first one, and of the last one that is counted. */
export type Tally = (kind: Kind, message: string, which?: Which) => void

export interface RunningTally {
  tally: Tally
  /** Notes an error; those with the same code are of one kind, and the first is written whole. */
  tallyError(error: unknown, message: string, kind?: Kind, which?: Which): void
  /** Writes what was counted since the last line. */
  close(): void
}

/**
 * Writes what may happen again and again into the log, be it done by strangers or by a server that is
 * away: the first of a kind at once, those after it as one line a minute that says how many.
 */
export const createTally = (
  log: Pick<Log, 'warn'>,
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): RunningTally => {
  const kinds = new Map<string, { kind: Kind; message: string; count: number; last?: Which }>()
  const write = (): void => {
    for (const [key, known] of kinds) {
      // Nothing of it for a while: the next one is news again.
      if (known.count === 0) kinds.delete(key)
      else log.warn(counted(known), known.message)
      known.count = 0
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
    const known = kinds.get(key)
    if (known) {
      known.count++
      if (which) known.last = which
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

/** The code of an error, or what kind it is: its message may hold what differs from one to the next. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  return errorCode(error) ?? error.name
}

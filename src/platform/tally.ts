import type { Log } from './log.ts'

const EVERY_MS = 60_000
/** Beyond, all are counted as one: what is counted may come from strangers. */
const MOST_KINDS = 200

/** What is the same in all that are counted together; never anything that a stranger has written. */
export type Kind = Readonly<Record<string, string | number | undefined>>

/** Notes one of many of a kind. `first`: what is said beside it of the first one, such as its request. */
export type Tally = (kind: Kind, message: string, first?: Readonly<Record<string, unknown>>) => void

export interface RunningTally {
  tally: Tally
  /** Notes an error; those with the same code are of one kind, and the first is written whole. */
  tallyError(error: unknown, message: string, kind?: Kind): void
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
  const kinds = new Map<string, { kind: Kind; message: string; count: number }>()
  const write = (): void => {
    for (const [key, known] of kinds) {
      // Nothing of it for a while: the next one is news again.
      if (known.count === 0) kinds.delete(key)
      else log.warn({ ...known.kind, count: known.count }, known.message)
      known.count = 0
    }
  }
  const timer = setInterval(write, everyMs)
  timer.unref()
  const tally: Tally = (kind, message, first = {}) => {
    const key = JSON.stringify([message, kind])
    const known = kinds.get(key)
    if (known) {
      known.count++
    } else if (kinds.size < MOST_KINDS) {
      kinds.set(key, { kind, message, count: 0 })
      log.warn({ ...kind, ...first }, message)
    } else {
      const others = kinds.get('') ?? { kind: {}, message: 'others of many kinds', count: 0 }
      others.count++
      kinds.set('', others)
    }
  }
  return {
    tally,
    tallyError: (error, message, kind = {}) =>
      tally({ ...kind, error: codeOf(error) }, message, { err: error }),
    close: () => {
      clearInterval(timer)
      write()
    },
  }
}

/** The code of an error, or what kind it is: its message may hold what differs from one to the next. */
const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && error.code !== undefined ? String(error.code) : error.name
}

import type { Log } from './log.ts'

const EVERY_MS = 60_000
/** Beyond, all are counted as one: what is counted comes from strangers. */
const MOST_KINDS = 200

/** What is the same in all that are counted together; never anything that a stranger has written. */
export type Kind = Readonly<Record<string, string | number | undefined>>

/** Notes one of many of a kind. `first`: what is said beside it of the first one, such as its request. */
export type Tally = (kind: Kind, message: string, first?: Readonly<Record<string, string>>) => void

/**
 * Writes what anybody can make happen as often as he likes into the log: the first of a kind at once,
 * those after it as one line a minute that says how many.
 */
export const createTally = (
  log: Pick<Log, 'warn'>,
  { everyMs = EVERY_MS }: { everyMs?: number } = {},
): { tally: Tally; close(): void } => {
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
  return {
    tally: (kind, message, first = {}) => {
      const key = JSON.stringify([message, kind])
      const known = kinds.get(key)
      if (known) {
        known.count++
      } else if (kinds.size < MOST_KINDS) {
        kinds.set(key, { kind, message, count: 0 })
        log.warn({ ...kind, ...first }, message)
      } else {
        const others = kinds.get('') ?? { kind: {}, message: 'others were refused', count: 0 }
        others.count++
        kinds.set('', others)
      }
    },
    close: () => {
      clearInterval(timer)
      write()
    },
  }
}

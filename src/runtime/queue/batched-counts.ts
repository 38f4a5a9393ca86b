import type { Log } from '../log/log.ts'
import { createTally } from '../log/tally.ts'
import { type Loop, startLoop } from './loop.ts'

export interface BatchedCounts<Row> {
  add(row: Row): void
  /** Writes what is left. */
  close(): Promise<void>
}

/**
 * Counts in memory and writes the counts every `everyMs`, so that they cost no write each. Repeats a
 * failed write; a crash loses the last counts.
 */
export const createBatchedCounts = <Row>({
  log,
  everyMs,
  keyOf,
  sum,
  write,
  failure,
  bound,
}: {
  log: Log
  everyMs: number
  keyOf: (row: Row) => string
  /** Joins two rows of one key. */
  sum: (known: Row, added: Row) => Row
  write: (rows: readonly Row[]) => Promise<unknown>
  /** Log message of a failed write. */
  failure: string
  /** Upper bound on keys between writes. A row of a further key counts as the row that `as` returns. */
  bound?: { mostKeys: number; as: (row: Row) => Row }
}): BatchedCounts<Row> => {
  let unwritten = new Map<string, Row>()
  const { tallyError, close: closeTally } = createTally(log)
  const onFailure = (error: unknown) => tallyError(error, failure)
  /** Starts with the first count: commands count nothing. */
  let loop: Loop | undefined

  const keep = (given: Row): void => {
    const isFurther = bound && unwritten.size >= bound.mostKeys && !unwritten.has(keyOf(given))
    const row = isFurther ? bound.as(given) : given
    const key = keyOf(row)
    const known = unwritten.get(key)
    unwritten.set(key, known ? sum(known, row) : row)
  }
  const flush = async (): Promise<void> => {
    if (unwritten.size === 0) return
    const rows = [...unwritten.values()]
    unwritten = new Map()
    try {
      await write(rows)
    } catch (error) {
      for (const row of rows) keep(row)
      throw error
    }
  }
  return {
    add: (row) => {
      keep(row)
      loop ??= startLoop({ poll: () => flush().then(() => everyMs), onFailure })
    },
    close: async () => {
      await loop?.close()
      await flush().catch(onFailure)
      closeTally()
    },
  }
}

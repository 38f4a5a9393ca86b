import { tooLate } from '../../runtime/within.ts'

/** Collects rows that arrive together and writes them with one call (group commit). */
export interface BatchWriter<Row> {
  /** Resolves when the row is durable; rejects when it could not be written, or not in time. */
  write(row: Row): Promise<void>
}

interface Waiting<Row> {
  row: Row
  since: number
  done: () => void
  failed: (error: unknown) => void
}

/** Who was just answered sends the next row by then, which shares the commit of those that wait. */
const LINGER_MS = 1

/**
 * At most `maxInFlight` writes run at once, each of at most `maxRows`: under load, rows that come
 * in while the disk is busy share the next commit. A batch that fails because of what is in it is
 * written row by row, so that one bad row does not fail its neighbours.
 */
export const createBatchWriter = <Row>(
  writeRows: (rows: readonly Row[]) => Promise<void>,
  {
    maxRows,
    maxInFlight,
    maxWaiting,
    limitMs,
    isRowsFault,
  }: {
    maxRows: number
    maxInFlight: number
    /** More rows than this do not wait: they are refused, so that their senders come again. */
    maxWaiting: number
    /** A row that has waited for so long is given up (`ETIMEDOUT`); it may be written all the same. */
    limitMs: number
    /** Whether an error tells of a bad row, and not of a database that is away. */
    isRowsFault: (error: unknown) => boolean
  },
): BatchWriter<Row> => {
  let waiting: Waiting<Row>[] = []
  const inFlight = new Set<readonly Waiting<Row>[]>()
  let scheduled = false
  let lingering: NodeJS.Timeout | undefined
  /** As many rows as end the lingering: those that wait, and one of each who was just answered. */
  let awaited = 0
  let timer: NodeJS.Timeout | undefined

  const writeBatch = async (batch: readonly Waiting<Row>[]): Promise<void> => {
    try {
      await writeRows(batch.map(({ row }) => row))
      for (const { done } of batch) done()
    } catch (error) {
      if (batch.length > 1 && isRowsFault(error)) {
        await Promise.all(batch.map((one) => writeBatch([one])))
      } else for (const { failed } of batch) failed(error)
    }
  }

  const flushSoon = (): void => {
    if (scheduled) return
    scheduled = true
    setImmediate(flush)
  }
  const linger = (rows: number): void => {
    if (rows <= 1) return
    awaited = Math.min(rows, maxRows)
    lingering ??= setTimeout(flush, LINGER_MS)
  }
  const flush = (): void => {
    scheduled = false
    clearTimeout(lingering)
    lingering = undefined
    while (waiting.length > 0 && inFlight.size < maxInFlight) {
      const batch = waiting.slice(0, maxRows)
      waiting = waiting.slice(maxRows)
      inFlight.add(batch)
      void writeBatch(batch).finally(() => {
        inFlight.delete(batch)
        linger(batch.length + waiting.length)
      })
    }
  }

  const isLate = ({ since }: Waiting<Row>, now: number): boolean => since + limitMs <= now

  const giveUpLate = (): void => {
    timer = undefined
    // Of one moment: what becomes late meanwhile is given up the next time.
    const now = performance.now()
    for (const batch of [...inFlight, waiting]) {
      for (const { failed } of batch.filter((each) => isLate(each, now))) failed(tooLate(limitMs))
    }
    waiting = waiting.filter((each) => !isLate(each, now))
    watch(now)
  }

  /**
   * One timer for all rows, set for the oldest that is not late yet: one of its own for each would be set
   * and cleared for nothing.
   */
  const watch = (now: number): void => {
    const batches = [...inFlight, waiting]
    const oldest = batches.flatMap((batch) => batch.find((each) => !isLate(each, now)) ?? []).at(0)
    if (timer || !oldest) return
    timer = setTimeout(giveUpLate, oldest.since + limitMs - now).unref()
  }

  return {
    write: (row) =>
      new Promise((done, failed) => {
        if (waiting.length >= maxWaiting) return failed(new Error('too many rows are waiting'))
        const now = performance.now()
        waiting.push({ row, since: now, done, failed })
        if (!timer) watch(now)
        if (inFlight.size < maxInFlight && !(lingering && waiting.length < awaited)) flushSoon()
      }),
  }
}

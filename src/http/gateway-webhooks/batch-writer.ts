import { tooLate } from '../../runtime/within.ts'

interface Waiting<Row> {
  row: Row
  since: number
  done: () => void
  failed: (error: unknown) => void
}

/** Who was just answered sends the next row by then, which shares the commit of those that wait. */
const LINGER_MS = 1

/**
 * Collects rows that arrive together and writes them with one call (group commit), of at most `maxRows`
 * and one at a time: under load, rows that come in while the disk is busy share the next commit. A batch
 * that fails because of what is in it is written row by row, so that one bad row does not fail its
 * neighbours.
 */
export const createBatchWriter = <Row>(
  writeRows: (rows: readonly Row[]) => Promise<void>,
  {
    maxRows,
    maxWaiting,
    limitMs,
    isRowsFault,
  }: {
    maxRows: number
    /** More rows than this do not wait: they are refused, so that their senders come again. */
    maxWaiting: number
    /** A row that has waited for so long is given up (`ETIMEDOUT`); it may be written all the same. */
    limitMs: number
    /** Whether an error tells of a bad row, and not of a database that is away. */
    isRowsFault: (error: unknown) => boolean
  },
) => {
  let waiting: Waiting<Row>[] = []
  let inFlight: readonly Waiting<Row>[] = []
  let scheduled: NodeJS.Immediate | undefined
  let lingering: NodeJS.Timeout | undefined
  /** As many rows as end the lingering: those that wait, and one of each who was just answered. */
  let awaited = 0
  /** One for all rows, of the oldest: one of its own for each would be set and cleared for nothing. */
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

  const flush = (): void => {
    scheduled = undefined
    clearTimeout(lingering)
    lingering = undefined
    if (waiting.length === 0 || inFlight.length > 0) return
    inFlight = waiting.slice(0, maxRows)
    waiting = waiting.slice(maxRows)
    void writeBatch(inFlight).finally(() => {
      awaited = Math.min(inFlight.length + waiting.length, maxRows)
      inFlight = []
      if (awaited > 1) lingering ??= setTimeout(flush, LINGER_MS)
    })
  }

  const giveUpLate = (): void => {
    // Of one moment: what becomes late meanwhile is given up the next time.
    const now = performance.now()
    const isLate = ({ since }: Waiting<Row>): boolean => since + limitMs <= now
    const all = [...inFlight, ...waiting]
    for (const { failed } of all.filter(isLate)) failed(tooLate(limitMs))
    waiting = waiting.filter((each) => !isLate(each))
    const oldest = all.find((each) => !isLate(each))
    timer = oldest && setTimeout(giveUpLate, oldest.since + limitMs - now).unref()
  }

  return {
    /** Resolves when the row is durable; rejects when it could not be written, or not in time. */
    write: (row: Row): Promise<void> =>
      new Promise((done, failed) => {
        if (waiting.length >= maxWaiting) return failed(new Error('too many rows are waiting'))
        waiting.push({ row, since: performance.now(), done, failed })
        if (!timer) timer = setTimeout(giveUpLate, limitMs).unref()
        const isScheduled = scheduled || (lingering && waiting.length < awaited)
        if (inFlight.length === 0 && !isScheduled) scheduled = setImmediate(flush)
      }),
  }
}

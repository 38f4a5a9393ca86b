/** Collects rows that arrive together and writes them with one call (group commit). */
export interface BatchWriter<Row> {
  /** Resolves when the row is durable; rejects when it could not be written. */
  write(row: Row): Promise<void>
}

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
    isRowsFault,
  }: {
    maxRows: number
    maxInFlight: number
    /** More rows than this do not wait: they are refused, so that their senders come again. */
    maxWaiting: number
    /** Whether an error tells of a bad row, and not of a database that is away. */
    isRowsFault: (error: unknown) => boolean
  },
): BatchWriter<Row> => {
  interface Waiting {
    row: Row
    done: () => void
    failed: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let inFlight = 0
  let scheduled = false

  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
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
    scheduled = false
    while (waiting.length > 0 && inFlight < maxInFlight) {
      const batch = waiting.slice(0, maxRows)
      waiting = waiting.slice(maxRows)
      inFlight++
      void writeBatch(batch).finally(() => {
        inFlight--
        flush()
      })
    }
  }

  return {
    write: (row) =>
      new Promise((done, failed) => {
        if (waiting.length >= maxWaiting) return failed(new Error('too many rows are waiting'))
        waiting.push({ row, done, failed })
        if (!scheduled) {
          scheduled = true
          setImmediate(flush)
        }
      }),
  }
}

import { tooLate } from '../../runtime/queue/within.ts'

interface Waiting<Row> {
  row: Row
  since: number
  done: () => void
  failed: (error: unknown) => void
}

/** Clients that were just acknowledged tend to send again and can share the commit. */
const LINGER_MS = 1

/**
 * Group commit: rows that arrive during a commit share the next batch of at most `maxRows`; one
 * batch is in flight. Retries a failed batch row by row, so that a bad row fails alone.
 */
export const createBatchWriter = <Row>(
  writeRows: (rows: readonly Row[]) => Promise<void>,
  {
    maxRows,
    maxWaiting: maxQueued,
    limitMs: timeoutMs,
    isRowsFault,
  }: {
    maxRows: number
    /** Queue length above which `write` rejects, and senders retry. */
    maxWaiting: number
    /** After this timeout (`ETIMEDOUT`), the row may still be committed. */
    limitMs: number
    /** Distinguishes a bad row from a database outage. */
    isRowsFault: (error: unknown) => boolean
  },
) => {
  let waiting: Waiting<Row>[] = []
  let inFlight: readonly Waiting<Row>[] = []
  let scheduled: NodeJS.Immediate | undefined
  let lingering: NodeJS.Timeout | undefined
  /** Row count that ends the linger: queued rows plus clients just acknowledged. */
  let awaited = 0
  /** One timer for the oldest row, not one per row. */
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
    // One timestamp per pass; later timeouts wait for the next.
    const now = performance.now()
    const isLate = ({ since }: Waiting<Row>): boolean => since + timeoutMs <= now
    const all = [...inFlight, ...waiting]
    for (const { failed } of all.filter(isLate)) failed(tooLate(timeoutMs))
    waiting = waiting.filter((each) => !isLate(each))
    const oldest = all.find((each) => !isLate(each))
    timer = oldest && setTimeout(giveUpLate, oldest.since + timeoutMs - now).unref()
  }

  return {
    /** Resolves once the row is durable. */
    write: (row: Row): Promise<void> =>
      new Promise((done, failed) => {
        if (waiting.length >= maxQueued) return failed(new Error('too many rows are waiting'))
        waiting.push({ row, since: performance.now(), done, failed })
        if (!timer) timer = setTimeout(giveUpLate, timeoutMs).unref()
        const isScheduled = scheduled || (lingering && waiting.length < awaited)
        if (inFlight.length === 0 && !isScheduled) scheduled = setImmediate(flush)
      }),
  }
}

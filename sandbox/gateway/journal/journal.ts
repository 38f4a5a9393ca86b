import { sql } from 'kysely'
import type { Environment } from '../../../src/contract/keys.ts'
import type { Database } from '../../../src/runtime/database.ts'
import type { Log } from '../../../src/runtime/log.ts'
import type { Tables } from '../database/tables.ts'

/** A request that was received, by whatever route. Card data in it are masked. */
export interface RequestEntry {
  type: 'request'
  /** ISO 8601, by the sandbox's clock. */
  at: string
  method: string
  /** Without the query. */
  path: string
  query: string
  status: number
  /** `null` where no valid secret key came along. */
  environment: Environment | null
  idempotency_key: string | null
  body: unknown
  /** What went wrong on purpose; `status` is what the work came to, also where no answer was sent. */
  fault?: string
}

/** An attempt to deliver an event, `gateway-api.md` 6.5. */
export interface DeliveryEntry {
  type: 'delivery'
  at: string
  event_id: string
  event_type: string
  /** The endpoint's. */
  url: string
  /** 1 to 5. */
  attempt: number
  /** What the receiver answered; `null` when it did not. */
  status: number | null
  error: string | null
  duration_ms: number
  /** What went wrong on purpose. */
  fault?: string
}

/** An event that was lost on purpose: no attempt was made, and none will be. */
export interface DroppedEntry {
  type: 'dropped'
  at: string
  event_id: string
  event_type: string
  url: string
  fault: 'drop'
}

export type JournalEntry = RequestEntry | DeliveryEntry | DroppedEntry

/**
 * What the sandbox received and sent, numbered in order. Entries are written behind, many in one
 * statement, so that keeping them costs a request next to nothing; reading waits for them.
 */
export interface Journal {
  add(entry: JournalEntry): void
  /** Up to `limit` entries after number `since`; `next` is the `since` of the next page. */
  read(
    since: number,
    limit: number,
  ): Promise<{ entries: (JournalEntry & { seq: number })[]; next: number }>
  clear(): Promise<void>
  close(): Promise<void>
}

/** How many entries an answer has at most. */
export const JOURNAL_PAGE = 1_000

const WRITTEN_EVERY_MS = 100
const KEPT = 200_000

export const openJournal = async (database: Database<Tables>, log: Log): Promise<Journal> => {
  const { last } = await database.query
    .selectFrom('journal')
    .select(({ fn }) => fn.max('seq').as('last'))
    .executeTakeFirstOrThrow()
  let lastSeq = last ?? 0
  let unwritten: { seq: number; entry: string }[] = []
  let writing: Promise<void> = Promise.resolve()

  const writeBatch = async (): Promise<void> => {
    const batch = unwritten
    unwritten = []
    const newest = batch.at(-1)
    if (!newest) return
    await sql`
      WITH forgotten AS (DELETE FROM journal WHERE seq <= ${newest.seq - KEPT})
      INSERT INTO journal (seq, entry)
      SELECT * FROM unnest(
        ${batch.map(({ seq }) => seq)}::int[], ${batch.map(({ entry }) => entry)}::text[]
      )`
      .execute(database.query)
      .catch((error) => log.error({ err: error }, 'journal entries lost'))
  }

  const flush = (): Promise<void> => {
    writing = writing.then(writeBatch)
    return writing
  }
  const timer = setInterval(flush, WRITTEN_EVERY_MS)

  return {
    add: (entry) => {
      lastSeq += 1
      unwritten.push({ seq: lastSeq, entry: JSON.stringify({ seq: lastSeq, ...entry }) })
    },
    read: async (since, limit) => {
      await flush()
      const rows = await database.query
        .selectFrom('journal')
        .selectAll()
        .where('seq', '>', since)
        .orderBy('seq')
        .limit(limit)
        .execute()
      return {
        entries: rows.map(({ entry }) => JSON.parse(entry)),
        next: rows.at(-1)?.seq ?? since,
      }
    },
    clear: async () => {
      await flush()
      await database.query.deleteFrom('journal').execute()
    },
    close: async () => {
      clearInterval(timer)
      await flush()
    },
  }
}

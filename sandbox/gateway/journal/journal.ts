import { sql } from 'kysely'
import type { Environment } from '../../../src/contract/keys.ts'
import type { Log } from '../../../src/runtime/log/log.ts'
import type { SandboxDatabase } from '../database/sandbox-database.ts'

/** Card data and secrets are masked. */
export interface RequestEntry {
  type: 'request'
  /** ISO 8601, sandbox clock. */
  at: string
  method: string
  /** Without the query. */
  path: string
  query: string
  status: number
  /** `null` without a valid secret key. */
  environment: Environment | null
  idempotency_key: string | null
  body: unknown
  /** `status` is the work's outcome, even without a response. */
  fault?: string
}

interface EventEntry {
  at: string
  event_id: string
  event_type: string
  url: string
}

/** Delivery attempt (6.5). */
export interface DeliveryEntry extends EventEntry {
  type: 'delivery'
  /** 1 to 5. */
  attempt: number
  /** `null` without a response. */
  status: number | null
  error: string | null
  duration_ms: number
  /** Injected fault. */
  fault?: string
}

/** Lost to the `drop` fault; no attempt follows. */
export interface DroppedEntry extends EventEntry {
  type: 'dropped'
  fault: 'drop'
}

export type JournalEntry = RequestEntry | DeliveryEntry | DroppedEntry

/** Batches writes, so a request costs next to nothing; reads flush first. */
export interface Journal {
  add(entry: JournalEntry): void
  /** Returns up to `limit` entries after `since`, with the next cursor. */
  read(
    since: number,
    limit: number,
  ): Promise<{ entries: (JournalEntry & { seq: number })[]; next: number }>
  clear(): Promise<void>
  close(): Promise<void>
}

export const JOURNAL_PAGE = 1_000

const WRITTEN_EVERY_MS = 100
const KEPT = 200_000

export const openJournal = async (database: SandboxDatabase, log: Log): Promise<Journal> => {
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

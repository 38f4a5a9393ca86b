import { sql } from 'kysely'
import type { LedgerQuery } from './ledger.ts'

const PARTITIONED_TABLES = ['events', 'timeline'] as const
const MONTHS_AHEAD = 3

/**
 * Makes the partitions of this month and the next ones where they are missing. A row of a month
 * without one (a moved test clock) goes to the default partition.
 */
export const createPartitionsAhead = (query: LedgerQuery, now: Date): Promise<void> =>
  query.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('ledger partitions'))`.execute(trx)
    for (const table of PARTITIONED_TABLES) {
      for (let ahead = 0; ahead < MONTHS_AHEAD; ahead++) {
        const first = monthOf(now, ahead)
        const partition = `${table}_${first.slice(0, 7).replace('-', '_')}`
        await sql
          .raw(
            `CREATE TABLE IF NOT EXISTS ${partition} PARTITION OF ${table}
             FOR VALUES FROM ('${first}') TO ('${monthOf(now, ahead + 1)}')`,
          )
          .execute(trx)
      }
    }
  })

/** The first day, `YYYY-MM-DD`, of the UTC month `ahead` months after that of `at`. */
export const monthOf = (at: Date, ahead = 0): string =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + ahead, 1)).toISOString().slice(0, 10)

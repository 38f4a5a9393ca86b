import { sql } from 'kysely'
import type { DbQuery } from '../db.ts'

/** Tables with their range column. */
const PARTITIONED_TABLES = [
  ['inbox', 'month'],
  ['inbox_outcomes', 'month'],
  ['timeline', 'at'],
] as const
const MONTHS_AHEAD = 3

/**
 * Covers three months. Rows without a partition (a moved test clock) go to the default one, and
 * their month stays there: PostgreSQL cannot create a partition for such rows.
 */
export const createPartitionsAhead = (query: DbQuery, now: Date): Promise<void> =>
  query.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext('database partitions'))`.execute(trx)
    for (const [table, column] of PARTITIONED_TABLES) {
      for (let ahead = 0; ahead < MONTHS_AHEAD; ahead++) {
        const [first, next] = [monthOf(now, ahead), monthOf(now, ahead + 1)]
        const { rows: inDefault } = await sql`
          SELECT FROM ${sql.table(`${table}_other`)}
          WHERE ${sql.ref(column)} >= ${first} AND ${sql.ref(column)} < ${next} LIMIT 1`.execute(
          trx,
        )
        if (inDefault.length > 0) continue
        const partition = `${table}_${first.slice(0, 7).replace('-', '_')}`
        const { rows: there } =
          await sql`SELECT WHERE to_regclass(${partition}) IS NOT NULL`.execute(trx)
        if (there.length > 0) continue
        await sql
          .raw(
            `CREATE TABLE ${partition} PARTITION OF ${table}
             FOR VALUES FROM ('${first}') TO ('${next}')`,
          )
          .execute(trx)
      }
    }
  })

/** Returns the first day (`YYYY-MM-DD`) of a UTC month, `ahead` months after `at`. */
export const monthOf = (at: Date, ahead = 0): string => {
  const months = at.getUTCFullYear() * 12 + at.getUTCMonth() + ahead
  // Cached: formatting dates is slow for thousands of events.
  if (latest.months !== months) latest = { months, text: textOfMonth(months) }
  return latest.text
}

const textOfMonth = (months: number): string =>
  new Date(Date.UTC(Math.floor(months / 12), months % 12, 1)).toISOString().slice(0, 10)

let latest = { months: 0, text: textOfMonth(0) }

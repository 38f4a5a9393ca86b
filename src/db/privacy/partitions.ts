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

export interface PartitionState {
  /** Months from `now` on that have no table of their own, such as `inbox_2026_12`. */
  missing: string[]
  /** Months of the inbox that retention should have dropped. */
  overdue: string[]
  /** The last month that every table has. */
  until: string | null
}

/** Compares the partitions with those that `now` and retention call for. */
export const partitionState = async (
  query: DbQuery,
  { now, eventsBefore }: { now: Date; eventsBefore: Date },
): Promise<PartitionState> => {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent IN (${sql.join(
      PARTITIONED_TABLES.map(([table]) => sql`to_regclass(${table})`),
    )})`.execute(query)
  const names = new Set(rows.map(({ name }) => name))
  const nameOf = (table: string, month: string) => `${table}_${month.slice(0, 7).replace('-', '_')}`
  const isThere = (month: string) =>
    PARTITIONED_TABLES.every(([table]) => names.has(nameOf(table, month)))
  const ahead = Array.from({ length: MONTHS_AHEAD }, (_, months) => monthOf(now, months))
  const needed = ahead.slice(0, MONTHS_AHEAD - 1)
  return {
    missing: needed.flatMap((month) =>
      PARTITIONED_TABLES.map(([table]) => nameOf(table, month)).filter((name) => !names.has(name)),
    ),
    overdue: [...names]
      .filter((name) => /^inbox_\d{4}_\d\d$/.test(name))
      .filter((name) => name < nameOf('inbox', monthOf(eventsBefore)))
      .sort(),
    until: ahead.findLast(isThere)?.slice(0, 7) ?? null,
  }
}

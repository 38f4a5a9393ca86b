import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import { addMs, HOUR } from '../../runtime/clock.ts'
import { anyOf } from '../../runtime/postgres/database.ts'
import type { DbQuery } from '../db.ts'
import type { TaskNeeds } from '../tables/tasks.ts'

/** Checkouts begun this long before an outage count: their customers may still retry. */
const BEGUN_BEFORE_MS = HOUR

/**
 * Counts waiting work: tasks that are due or failed before and, while a gateway fails
 * (`failingSince`), checkouts it did not create. The only source of this number for screens,
 * messages and commands.
 */
export const countWaitingWork = async (
  query: DbQuery,
  {
    needs,
    storeIds,
    failingSince,
    now,
  }: {
    needs: Exclude<TaskNeeds, 'db'>
    storeIds: readonly StoreId[]
    failingSince: Date | undefined
    now: Date
  },
) => {
  const checkouts =
    needs === 'gateway' && failingSince
      ? sql`UNION SELECT order_id FROM payments
          WHERE store_id = ${anyOf(storeIds)} AND state = 'intended'
            AND created_at >= ${addMs(failingSince, -BEGUN_BEFORE_MS)}
            AND updated_at >= ${failingSince}`
      : sql``
  const { rows } = await sql<{
    tasks: number
    currency: string | null
    orders: number
    minor: string
  }>`
    WITH waiting AS (
      SELECT order_id FROM tasks
      WHERE state IN ('ready', 'queued', 'running') AND needs = ${needs}
        AND store_id = ${anyOf(storeIds)}
        AND (out_of_reach OR tries > 0 OR run_at <= ${now})
    ), sums AS (
      SELECT currency, count(*)::int AS orders, sum(amount_minor)::text AS minor
      FROM orders WHERE id IN (SELECT order_id FROM waiting ${checkouts})
      GROUP BY currency
    )
    SELECT (SELECT count(*)::int FROM waiting) AS tasks, sums.*
    FROM (VALUES (1)) AS one LEFT JOIN sums ON true ORDER BY currency`.execute(query)
  const byCurrency = rows.flatMap(({ currency, orders, minor }) =>
    currency === null ? [] : [{ currency, orders, minor: BigInt(minor) }],
  )
  const orders = byCurrency.reduce((sum, each) => sum + each.orders, 0)
  return { tasks: rows[0]?.tasks ?? 0, orders, byCurrency }
}

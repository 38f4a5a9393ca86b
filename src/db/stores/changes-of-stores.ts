import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'

/** Cursor over the changes of all stores. */
export interface ChangePosition {
  line: bigint
  alert: bigint
  at: Date
}

/** Changed object without its content, which the client reads again. */
export interface Change {
  store_id: StoreId
  kind: 'order' | 'alert' | 'reconciliation' | 'store'
  id: string
  /** Differs after each change. */
  version: string
}

const HEAD = sql`
  SELECT COALESCE(pg_sequence_last_value('timeline_seq_seq'), 0) AS line,
    COALESCE(pg_sequence_last_value('alerts_id_seq'), 0) AS alert`

export const headOfChanges = async (query: DbQuery, now: Date): Promise<ChangePosition> => {
  const { rows } = await sql<Omit<ChangePosition, 'at'>>`${HEAD}`.execute(query)
  return { line: 0n, alert: 0n, ...rows[0], at: now }
}

/** Upper bound on clock skew between writers of the timeline. */
const CLOCKS_APART = sql`interval '1 day'`

/** Dedupes; `more` if `limit` cut the list. One statement serves any number of watchers. */
export const changesSince = async (
  query: DbQuery,
  { since, now, limit }: { since: ChangePosition; now: Date; limit: number },
): Promise<{ changes: Change[]; head: ChangePosition; more: boolean }> => {
  const { rows } = await sql<ChangePosition & { [Name in keyof Change]: Change[Name] | null }>`
    WITH head AS (${HEAD}), changed_orders AS (
      SELECT order_id, max(seq) AS seq FROM timeline
      WHERE seq > ${since.line} AND at >= ${since.at}::timestamptz - ${CLOCKS_APART}
      GROUP BY order_id LIMIT ${limit + 1}
    ), changes AS (
      SELECT orders.store_id, 'order' AS kind, orders.id, seq::text AS version
      FROM changed_orders JOIN orders ON orders.id = changed_orders.order_id
      UNION ALL
      SELECT store_id, 'alert', 'prb_' || id, concat(closed_at, ' ', noted_at)
      FROM alerts WHERE id > ${since.alert} OR closed_at >= ${since.at} OR noted_at >= ${since.at}
      UNION ALL
      SELECT store_id, 'reconciliation', id, version::text
      FROM reconciliations WHERE updated_at >= ${since.at}
      UNION ALL
      SELECT id, 'store', id, updated_at::text
      FROM stores WHERE updated_at >= ${since.at} AND removed_at IS NULL
      LIMIT ${limit + 1}
    )
    SELECT head.line, head.alert, changes.* FROM head LEFT JOIN changes ON true`.execute(query)
  const [first] = rows
  const changes = rows.flatMap(({ store_id, kind, id, version }) =>
    store_id && kind && id && version ? [{ store_id, kind, id, version }] : [],
  )
  const head = { line: first?.line ?? 0n, alert: first?.alert ?? 0n, at: now }
  return { changes: changes.slice(0, limit), head, more: changes.length > limit }
}

import { sql } from 'kysely'
import type { StoreId } from '../../domain/ids.ts'
import type { DbQuery } from '../db.ts'
import type { RunRow } from './reconciliations.ts'

/** Minor units; `fees` is `null` if unknown. */
export interface Sums {
  currency: string
  payments: bigint
  charged: bigint
  voided: bigint
  refunded: bigint
  fees: bigint | null
}

/** Sums by creation day, charge day and ownership. */
export interface SeenSums extends Sums {
  createdDay: string
  chargedDay: string
  ours: boolean
}

const ROWS_AT_A_TIME = 1_000

export const addSeenSums = async (
  trx: DbQuery,
  runId: string,
  sums: readonly SeenSums[],
): Promise<void> => {
  for (let from = 0; from < sums.length; from += ROWS_AT_A_TIME) {
    await addRows(trx, runId, sums.slice(from, from + ROWS_AT_A_TIME))
  }
}

const addRows = async (trx: DbQuery, runId: string, sums: readonly SeenSums[]): Promise<void> => {
  await trx
    .insertInto('reconciliation_sums')
    .values(
      sums.map((sum) => ({
        run_id: runId,
        created_day: sum.createdDay,
        charged_day: sum.chargedDay,
        currency: sum.currency,
        ours: sum.ours,
        payments: sum.payments,
        charged_minor: sum.charged,
        voided_minor: sum.voided,
        refunded_minor: sum.refunded,
        fees_minor: sum.fees,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['run_id', 'created_day', 'charged_day', 'currency', 'ours'])
        .doUpdateSet((row) => ({
          payments: sql`${row.ref('reconciliation_sums.payments')} + excluded.payments`,
          charged_minor: sql`${row.ref('reconciliation_sums.charged_minor')} + excluded.charged_minor`,
          voided_minor: sql`${row.ref('reconciliation_sums.voided_minor')} + excluded.voided_minor`,
          refunded_minor: sql`${row.ref('reconciliation_sums.refunded_minor')} + excluded.refunded_minor`,
          fees_minor: sql`CASE WHEN reconciliation_sums.fees_minor IS NULL THEN excluded.fees_minor
            ELSE reconciliation_sums.fees_minor + COALESCE(excluded.fees_minor, 0) END`,
        })),
    )
    .execute()
}

/** Sums charges seen at the gateway, ours and unmatched. */
export const sumsSeenByRun = async (
  query: DbQuery,
  runId: string,
): Promise<(Sums & { ours: boolean })[]> => {
  const { rows } = await sql<Sums & { ours: boolean }>`
    SELECT ours, currency, ${SEEN_SUMS} FROM reconciliation_sums
    WHERE run_id = ${runId} GROUP BY ours, currency ORDER BY currency`.execute(query)
  return rows
}

const SEEN_SUMS = sql`sum(payments)::bigint AS payments, sum(charged_minor)::bigint AS charged,
  sum(voided_minor)::bigint AS voided, sum(refunded_minor)::bigint AS refunded,
  sum(fees_minor)::bigint AS fees`

/** A voided charge costs no fee. */
const DB_SUMS = sql`count(*) AS payments,
  sum(COALESCE(total_minor, amount_minor))::bigint AS charged,
  COALESCE(sum(COALESCE(total_minor, amount_minor)) FILTER (WHERE state = 'voided'), 0)::bigint AS voided,
  COALESCE(sum(refunded_minor) FILTER (WHERE state <> 'voided'), 0)::bigint AS refunded,
  (sum(service_fee_minor) FILTER (WHERE state <> 'voided'))::bigint AS fees`

const CHARGED = sql`state IN ('paid', 'partially_refunded', 'refunded', 'voided')`

/** Sums our charges that the run saw or its window holds. */
export const dbSumsOfRun = async (
  query: DbQuery,
  run: RunRow,
  { start, end }: { start: Date; end: Date },
): Promise<Sums[]> => {
  const { rows } = await sql<Sums>`
    SELECT currency, ${DB_SUMS}
    FROM (
      SELECT gateway_payment_id FROM reconciliation_seen
      WHERE run = ${run.number} AND gateway_payment_id > 0
      UNION
      SELECT gateway_payment_id FROM payments
      WHERE store_id = ${run.store_id} AND created_at >= ${start} AND created_at < ${end}
        AND created_at < ${run.started_at}
    ) AS compared JOIN payments USING (gateway_payment_id)
    WHERE store_id = ${run.store_id} AND ${CHARGED}
    GROUP BY currency ORDER BY currency`.execute(query)
  return rows
}

/** Marks a run as the latest to cover these days. */
export const noteReconciledDays = async (
  trx: DbQuery,
  run: Pick<RunRow, 'id' | 'store_id'>,
  days: readonly string[],
): Promise<void> => {
  await sql`
    INSERT INTO reconciled_days (store_id, day, run_id)
    SELECT ${run.store_id}, unnest(${days}::text[]), ${run.id}
    ON CONFLICT (store_id, day) DO UPDATE SET run_id = excluded.run_id`.execute(trx)
}

/** Deletes sums that later runs replaced. */
export const deleteOldSums = async (trx: DbQuery, storeId: StoreId): Promise<void> => {
  await sql`
    DELETE FROM reconciliation_sums sums USING reconciliations runs
    WHERE runs.id = sums.run_id AND runs.store_id = ${storeId} AND runs.state = 'done'
      AND NOT EXISTS (
        SELECT FROM reconciled_days days
        WHERE days.run_id = sums.run_id AND days.day = sums.created_day
      )`.execute(trx)
}

export interface DaySums extends Sums {
  day: string
}

/** Honduras day, as at the gateway. */
const hondurasDay = (column: string) =>
  sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC' - interval '6 hours', 'YYYY-MM-DD')`

/** Sums by Honduras day of the charge, even if refunded later. */
export const dbSumsByDay = async (
  query: DbQuery,
  { storeId, start, end }: { storeId: StoreId; start: Date; end: Date },
): Promise<DaySums[]> => {
  const { rows } = await sql<DaySums>`
    SELECT ${hondurasDay('paid_at')} AS day, currency, ${DB_SUMS}
    FROM payments
    WHERE store_id = ${storeId} AND paid_at >= ${start} AND paid_at < ${end} AND ${CHARGED}
    GROUP BY day, currency ORDER BY day, currency`.execute(query)
  return rows
}

/** Sums our charges as the latest runs saw them. */
export const seenSumsByDay = async (
  query: DbQuery,
  { storeId, from, to }: { storeId: StoreId; from: string; to: string },
): Promise<DaySums[]> => {
  const { rows } = await sql<DaySums>`
    SELECT charged_day AS day, currency, ${SEEN_SUMS}
    FROM reconciliation_sums sums
    JOIN reconciled_days days ON days.run_id = sums.run_id AND days.day = sums.created_day
    WHERE days.store_id = ${storeId} AND ours AND charged_day BETWEEN ${from} AND ${to}
    GROUP BY charged_day, currency ORDER BY charged_day, currency`.execute(query)
  return rows
}

export interface ReconciledDay {
  day: string
  seen_at: Date
}

export const reconciledDays = (
  query: DbQuery,
  { storeId, from, to }: { storeId: StoreId; from: string; to: string },
): Promise<ReconciledDay[]> =>
  query
    .selectFrom('reconciled_days')
    .innerJoin('reconciliations', 'reconciliations.id', 'reconciled_days.run_id')
    .select(['reconciled_days.day', 'reconciliations.started_at as seen_at'])
    .where('reconciled_days.store_id', '=', storeId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()

export const daysReconciledSince = async (
  query: DbQuery,
  { storeId, from, to, since }: { storeId: StoreId; from: string; to: string; since: Date },
): Promise<Set<string>> => {
  const days = await reconciledDays(query, { storeId, from, to })
  return new Set(days.filter(({ seen_at }) => seen_at >= since).map(({ day }) => day))
}

export const daysNotSeenWhole = async (
  query: DbQuery,
  { storeId, start, end }: { storeId: StoreId; start: Date; end: Date },
): Promise<Set<string>> => {
  const { rows } = await sql<{ day: string }>`
    SELECT DISTINCT ${hondurasDay('paid_at')} AS day FROM payments
    WHERE payments.store_id = ${storeId} AND paid_at >= ${start} AND paid_at < ${end} AND ${CHARGED}
      AND NOT EXISTS (
        SELECT FROM reconciled_days days JOIN reconciliations runs ON runs.id = days.run_id
        WHERE days.store_id = ${storeId} AND days.day = ${hondurasDay('payments.created_at')}
          AND runs.started_at >= payments.paid_at
      )`.execute(query)
  return new Set(rows.map(({ day }) => day))
}
